// Uploads that wait on this device for the server.
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { formatBytes, formatDuration } from '../../lib/format.ts';
import { studioMessages } from '../../lib/messages/studio.ts';
import { fill } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { flushOutboxAtom, isFlushingAtom, outboxAtom, refreshOutboxAtom } from './outbox.ts';
import styles from './publish.module.css';

export function Waiting() {
  const entries = useAtomValue(outboxAtom);
  const flushing = useAtomValue(isFlushingAtom);
  const refresh = useSetAtom(refreshOutboxAtom);
  const flush = useSetAtom(flushOutboxAtom);
  useEffect(() => void refresh(), [refresh]);
  if (entries.length === 0) return null;
  return (
    <section className={styles.waiting}>
      <h2 className={styles.waitingTitle}>{studioMessages.studio.waitingTitle}</h2>
      {entries.map((entry) => (
        <div key={entry.uploadId} className={styles.chip}>
          <div className={styles.chipWords}>
            <span className={styles.name}>{entry.title}</span>
            <span className={styles.quiet}>
              {fill(studioMessages.studio.fileFacts, {
                time: formatDuration(entry.duration),
                size: formatBytes(entry.sizeBytes),
              })}
            </span>
          </div>
        </div>
      ))}
      <Button busy={flushing} onClick={() => void flush()}>
        {studioMessages.studio.sendNow}
      </Button>
    </section>
  );
}
