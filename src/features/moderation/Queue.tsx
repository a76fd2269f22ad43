// The queue: calm rows, keys while the focus is in it, a fresh look every 30 s that moves nothing.
import { useAtomValue, useSetAtom } from 'jotai';
import { type KeyboardEvent, useRef, useState } from 'react';
import { moderationMessages } from '../../lib/messages/moderation.ts';
import { failureText, fill } from '../../lib/messages.ts';
import { formatClock, relativeTime } from '../../lib/time.ts';
import { StateCard } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { approveUploadAtom, lastOutcomeAtom, queueAtom, queueStatusAtom } from './atoms.ts';
import { DetailsDialog } from './DetailsDialog.tsx';
import styles from './moderation.module.css';
import { togglePreviewAtom } from './preview.ts';
import { QueueRow } from './QueueRow.tsx';
import { RejectDialog } from './RejectDialog.tsx';

export function Queue() {
  const rows = useAtomValue(queueAtom);
  const status = useAtomValue(queueStatusAtom);
  const outcome = useAtomValue(lastOutcomeAtom);
  const approve = useSetAtom(approveUploadAtom);
  const preview = useSetAtom(togglePreviewAtom);
  const list = useRef<HTMLOListElement>(null);
  const [details, setDetails] = useState<string | null>(null);
  const [rejecting, setRejecting] = useState<string | null>(null);
  const find = (id: string | null) => rows.find((row) => row.uploadId === id) ?? null;

  const keys = (event: KeyboardEvent<HTMLOListElement>) => {
    const target = event.target as HTMLElement;
    const item = target.closest<HTMLLIElement>('li[data-upload]');
    if (!item || event.ctrlKey || event.metaKey || event.altKey) return;
    const items = [...(list.current?.querySelectorAll<HTMLLIElement>('li[data-upload]') ?? [])];
    const row = find(item.dataset.upload ?? null);
    if (!row) return;
    const actions: Record<string, (() => void) | undefined> = {
      j: () => items[items.indexOf(item) + 1]?.focus(),
      k: () => items[items.indexOf(item) - 1]?.focus(),
      a: () => void approve(row.uploadId),
      r: () => setRejecting(row.uploadId),
      // Buttons keep their own Space.
      ' ': target === item ? () => preview(row.uploadId, row.url) : undefined,
      Enter: target === item ? () => setDetails(row.uploadId) : undefined,
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };

  return (
    <section className={styles.queue} aria-label={moderationMessages.admin.queue}>
      <p role="status" className={styles.outcome}>
        {outcome &&
          fill(
            outcome.kind === 'approved'
              ? moderationMessages.moderation.approved
              : moderationMessages.moderation.rejected,
            {
              title: outcome.title,
            },
          )}
      </p>
      {status.status === 'failed' && (
        <Notice kind="bad">
          <span lang="de">{moderationMessages.admin.serverFailed}</span> {failureText(status.code)}
        </Notice>
      )}
      {status.status === 'loading' && rows.length === 0 && (
        <div className={styles.rows}>
          <Skeleton height="104px" radius="card" />
          <Skeleton height="104px" radius="card" />
          <Skeleton height="104px" radius="card" />
        </div>
      )}
      {status.status === 'ready' && rows.length === 0 && (
        <StateCard title={moderationMessages.moderation.empty} text={moderationMessages.moderation.emptyText}>
          {outcome && (
            <p className={styles.meta}>
              {fill(moderationMessages.moderation.lastDecision, {
                time: relativeTime(new Date(outcome.at).toISOString(), Date.now()),
              })}
            </p>
          )}
        </StateCard>
      )}
      {rows.length > 0 && (
        <>
          <ol ref={list} className={styles.rows} onKeyDown={keys}>
            {rows.map((row) => (
              // biome-ignore lint/a11y/noNoninteractiveTabindex: J and K walk the rows
              <li key={row.uploadId} data-upload={row.uploadId} tabIndex={0} className={styles.item}>
                <QueueRow
                  row={row}
                  onDetails={() => setDetails(row.uploadId)}
                  onReject={() => setRejecting(row.uploadId)}
                />
              </li>
            ))}
          </ol>
          <p className={`${styles.keys} ${styles.shortcuts}`}>{moderationMessages.moderation.keys}</p>
        </>
      )}
      {status.status === 'ready' && (
        <p className={styles.keys}>
          {fill(moderationMessages.moderation.refreshed, { time: formatClock(new Date(status.at)) })}
        </p>
      )}
      <DetailsDialog row={find(details)} onClose={() => setDetails(null)} />
      <RejectDialog row={find(rejecting)} onClose={() => setRejecting(null)} />
    </section>
  );
}
