// The waiting uploads, one row each, and those that are only on this device.
import { useAtomValue, useSetAtom } from 'jotai';
import { atom } from 'jotai/vanilla';
import { useEffect } from 'react';
import { moderationMessages } from '../../lib/messages/moderation.ts';
import { failureText, fill, languageOf, messages } from '../../lib/messages.ts';
import { relativeTime } from '../../lib/time.ts';
import { lookForUploadsAtom, waitingUploadsAtom } from '../../state/waitingUploads.ts';
import { Button } from '../../ui/Button.tsx';
import { StateCard } from '../../ui/Card.tsx';
import { RingSkeleton } from '../../ui/RingSkeleton.tsx';
import { lastOutcomeAtom } from './decisions.ts';
import { hiddenCountAtom, loadQueueAtom, queueAtom, queueStatusAtom, showsHiddenAtom } from './list.ts';
import styles from './Queue.module.css';
import { QueueRow } from './QueueRow.tsx';

const words = moderationMessages.moderation;

export function QueueList() {
  const rows = useAtomValue(queueAtom);
  const queue = useAtomValue(queueStatusAtom);
  const { status } = queue;
  const load = useSetAtom(loadQueueAtom);
  const outcome = useAtomValue(lastOutcomeAtom);
  const hidden = useAtomValue(hiddenCountAtom);
  const showsHidden = useAtomValue(showsHiddenAtom);
  const showHidden = useSetAtom(showsHiddenAtom);
  return (
    <section className={styles.list} data-list tabIndex={-1} aria-label={words.list}>
      {status === 'loading' && rows.length === 0 && (
        <div className={styles.rows} role="status" aria-label={messages.shell.loading}>
          <RingSkeleton height="56px" shape="block" />
          <RingSkeleton height="56px" shape="block" />
          <RingSkeleton height="56px" shape="block" />
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
      {queue.status === 'failed' && rows.length === 0 && (
        <div role="alert">
          <StateCard
            code={queue.code}
            title={moderationMessages.admin.serverFailed}
            lang="de"
            textLang={languageOf(failureText(queue.code)) ?? 'en'}
          >
            <Button onClick={() => void load()}>{messages.shell.retry}</Button>
          </StateCard>
        </div>
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

// Uploads that this device has not sent yet: listed, but moderators cannot decide about them here.

/** Unsent uploads of this device that the server doesn't list, by upload id. */
interface LocalRow {
  uploadId: string;
  title: string;
}

export const localRowsAtom = atom((get): LocalRow[] => {
  const onServer = new Set(get(queueAtom).map(({ uploadId }) => uploadId));
  const rows = get(waitingUploadsAtom).map(({ id, body }) => {
    const { title } = body as { title?: unknown };
    return { uploadId: id, title: typeof title === 'string' ? title : '' };
  });
  return rows.filter(({ uploadId }) => !onServer.has(uploadId));
});

function LocalRows() {
  const rows = useAtomValue(localRowsAtom);
  const look = useSetAtom(lookForUploadsAtom);
  useEffect(() => void look(), [look]);
  if (rows.length === 0) return null;
  return (
    <ul className={styles.rows}>
      {rows.map(({ uploadId, title }) => (
        <li key={uploadId} className={styles.localRow} data-local={uploadId}>
          <span className={styles.rowTitle}>{title || messages.card.untitled}</span>
          <span className={styles.quiet}>{moderationMessages.moderation.onlyHere}</span>
        </li>
      ))}
    </ul>
  );
}
