// Recordings of this device that the server does not have yet, on the home page. They play from the local copy.
import { useAtomValue, useSetAtom } from 'jotai';
import { formatDuration } from '../../lib/format.ts';
import { publishMessages } from '../../lib/messages/publish.ts';
import { failureText, fill, languageOf, messages } from '../../lib/messages.ts';
import { isOnlineAtom } from '../../state/online.ts';
import { playerStateAtom } from '../../state/player.ts';
import { toggleAtom } from '../../state/playerActions.ts';
import { Icon } from '../../ui/Icon.tsx';
import { TrackCover } from '../../ui/TrackCover.tsx';
import { LocalTracks, playLocalTrackAtom } from './LocalTracks.tsx';
import styles from './outbox.module.css';
import { type OutboxItem, outboxAtom } from './outbox.ts';
import { stateText } from './sentences.ts';

export function WaitingTracks() {
  const items = useAtomValue(outboxAtom);
  if (items.length === 0) return null;
  return (
    <section className={styles.home} aria-label={publishMessages.outbox.title}>
      <h2 className={styles.homeTitle}>{publishMessages.outbox.title}</h2>
      <LocalTracks />
      {items.map((item) => (
        <WaitingTrack key={item.upload.uploadId} item={item} isOnlyOne={items.length === 1} />
      ))}
    </section>
  );
}

/** `isOnlyOne`: the chip at the top of the page already says its state. */
function WaitingTrack({ item, isOnlyOne }: { item: OutboxItem; isOnlyOne: boolean }) {
  const isOnline = useAtomValue(isOnlineAtom);
  const { uploadId, title, duration } = item.upload;
  return (
    <article className={styles.card} aria-label={title}>
      <PlayCover item={item} />
      <div className={styles.words}>
        <span className={styles.name}>{title}</span>
        <span className={styles.quiet}>
          {formatDuration(duration)}{' '}
          {item.state !== 'refused' && <span className={styles.mark}>{publishMessages.outbox.mark}</span>}
        </span>
        {!isOnlyOne && <span className={styles.state}>{stateText(item, isOnline)}</span>}
        <Failure uploadId={uploadId} title={title} />
      </div>
    </article>
  );
}

function PlayCover({ item }: { item: OutboxItem }) {
  const { uploadId, title, cover } = item.upload;
  const player = useAtomValue(playerStateAtom);
  const play = useSetAtom(playLocalTrackAtom);
  const toggle = useSetAtom(toggleAtom);
  const isCurrent = player.phase !== 'idle' && player.trackId === uploadId;
  const running = isCurrent && (player.phase === 'playing' || player.phase === 'loading');
  return (
    <button
      type="button"
      className={styles.playCover}
      aria-label={fill(running ? messages.card.pause : messages.card.play, { title })}
      onClick={() => void (running ? toggle() : play(uploadId))}
    >
      {cover && <TrackCover cover={cover} className={styles.cover} />}
      <span className={styles.playMark}>
        <Icon name={running ? 'pause' : 'play'} size={20} />
      </span>
    </button>
  );
}

/** Why a recording of this device cannot be played: its bytes are gone or unplayable. */
function Failure({ uploadId, title }: { uploadId: string; title: string }) {
  const player = useAtomValue(playerStateAtom);
  if (player.phase !== 'failed' || player.trackId !== uploadId) return null;
  const template = failureText(player.code);
  return (
    <span role="alert" className={styles.unheard} lang={languageOf(template)}>
      {fill(template, { title })}
    </span>
  );
}
