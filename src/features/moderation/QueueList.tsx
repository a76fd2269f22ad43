// What waits, one row each, and what is only on this device yet.
import { useAtomValue, useSetAtom } from 'jotai';
import { moderationMessages } from '../../lib/messages/moderation.ts';
import { fill, messages } from '../../lib/messages.ts';
import { relativeTime } from '../../lib/time.ts';
import { Button } from '../../ui/Button.tsx';
import { StateCard } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { lastOutcomeAtom } from './decisions.ts';
import { LocalRows } from './LocalRows.tsx';
import { hiddenCountAtom, queueAtom, queueStatusAtom, showsHiddenAtom } from './list.ts';
import styles from './Queue.module.css';
import { QueueRow } from './QueueRow.tsx';

const words = moderationMessages.moderation;

export function QueueList() {
  const rows = useAtomValue(queueAtom);
  const { status } = useAtomValue(queueStatusAtom);
  const outcome = useAtomValue(lastOutcomeAtom);
  const hidden = useAtomValue(hiddenCountAtom);
  const showsHidden = useAtomValue(showsHiddenAtom);
  const showHidden = useSetAtom(showsHiddenAtom);
  return (
    <section className={styles.list} data-list tabIndex={-1} aria-label={words.list}>
      {status === 'loading' && rows.length === 0 && (
        <div className={styles.rows} role="status" aria-label={messages.shell.loading}>
          <Skeleton height="88px" radius="card" />
          <Skeleton height="88px" radius="card" />
          <Skeleton height="88px" radius="card" />
        </div>
      )}
      {status === 'ready' && rows.length === 0 && (
        <StateCard title={words.empty} text={words.emptyText}>
          {outcome && (
            <p className={styles.quiet}>
              {fill(words.lastDecision, {
                time: relativeTime(new Date(outcome.at).toISOString(), Date.now()),
              })}
            </p>
          )}
        </StateCard>
      )}
      {rows.length > 0 && (
        <ol className={styles.rows}>
          {rows.map((row) => (
            <QueueRow key={row.uploadId} row={row} />
          ))}
        </ol>
      )}
      <LocalRows />
      {hidden > 0 && (
        <Button kind="bare" onClick={() => showHidden(!showsHidden)}>
          {showsHidden
            ? words.hideAgain
            : fill(hidden === 1 ? words.hiddenCount.one : words.hiddenCount.many, { count: hidden })}
        </Button>
      )}
    </section>
  );
}
