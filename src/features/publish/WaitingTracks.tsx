// Recordings of this phone that the server has not got yet, where their maker looks for them: on the first page, marked.
import { useAtomValue } from 'jotai';
import { formatDuration } from '../../lib/format.ts';
import { publishMessages } from '../../lib/messages/publish.ts';
import { isOnlineAtom } from '../../state/online.ts';
import { TrackFace } from '../../ui/TrackFace.tsx';
import styles from './outbox.module.css';
import { outboxAtom } from './outbox.ts';
import { stateText } from './stateText.ts';

export function WaitingTracks() {
  const items = useAtomValue(outboxAtom);
  const isOnline = useAtomValue(isOnlineAtom);
  if (items.length === 0) return null;
  return (
    <section className={styles.home} aria-label={publishMessages.outbox.title}>
      <h2 className={styles.homeTitle}>{publishMessages.outbox.title}</h2>
      {items.map((item) => {
        const { uploadId, title, face, duration } = item.upload;
        return (
          <article key={uploadId} className={styles.card} aria-label={title}>
            {face && <TrackFace face={face} className={styles.face} />}
            <div className={styles.words}>
              <span className={styles.name}>{title}</span>
              <span className={styles.quiet}>
                {formatDuration(duration)}{' '}
                {item.state !== 'refused' && (
                  <span className={styles.mark}>{publishMessages.outbox.mark}</span>
                )}
              </span>
              <span className={styles.state}>{stateText(item, isOnline)}</span>
            </div>
          </article>
        );
      })}
    </section>
  );
}
