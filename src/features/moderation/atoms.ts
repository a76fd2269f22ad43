// The review queue: what waits and what is being decided. Rows keep their place on refresh; a row leaves
// only when the server said so.
import { atom, type Getter, type Setter } from 'jotai/vanilla';
import type { PendingUploadView } from '../../../api/contract/uploads.ts';
import { ApiError } from '../../api/client.ts';
import type { FailureCode } from '../../lib/messages.ts';
import { announceApprovalAtom } from '../../state/approvals.ts';
import { removeRowAtom, tableAtom } from '../../state/entities.ts';
import { defineList } from '../../state/lists.ts';
import { statePortsAtom } from '../../state/ports.ts';

export type QueueStatus =
  | { status: 'loading' }
  | { status: 'ready'; at: number }
  | { status: 'failed'; code: FailureCode };

/** What is going on with one row; absent means nothing. */
export type Decision =
  | { phase: 'sending' }
  /** `changed`: what waits is not what was shown any more; the row shows it now. */
  | { phase: 'failed'; reason: 'approve' | 'reject' | 'missing' | 'changed' };

/** The last thing that happened, for the line that says so. */
export interface Outcome {
  kind: 'approved' | 'rejected';
  title: string;
  /** Milliseconds since 1970. */
  at: number;
}

const decisionsAtom = atom<ReadonlyMap<string, Decision>>(new Map());
const outcomeAtom = atom<Outcome | null>(null);

/** Rows that change under the eyes of somebody who is about to decide say so. */
function noteChanges(get: Getter, set: Setter, fresh: readonly PendingUploadView[]): void {
  const decisions = new Map(get(decisionsAtom));
  const shown = get(tableAtom('pendingUploads'));
  for (const { uploadId, version } of fresh) {
    const isNewer = version > (shown.get(uploadId)?.version ?? version);
    if (isNewer && decisions.get(uploadId)?.phase !== 'sending') {
      decisions.set(uploadId, { phase: 'failed', reason: 'changed' });
    }
  }
  set(decisionsAtom, decisions);
}

/** S2 §9. */
const REFRESH_MS = 30_000;
const queueList = defineList({
  action: 'getPendingUploads',
  table: 'pendingUploads',
  tags: () => ['queue'],
  everyMs: REFRESH_MS,
  onRows: noteChanges,
})({});

/** Rows are single by upload id, in the server's order; on failure they stay. */
export const queueAtom = atom((get) => {
  const queue = get(queueList);
  return queue.status === 'loading' ? [] : queue.rows;
});
export const queueStatusAtom = atom((get): QueueStatus => {
  const queue = get(queueList);
  if (queue.status === 'ready') return { status: 'ready', at: queue.at };
  return queue.status === 'failed' ? { status: 'failed', code: queue.code } : { status: 'loading' };
});
export const queueDecisionsAtom = atom((get) => get(decisionsAtom));
export const lastOutcomeAtom = atom((get) => get(outcomeAtom));

export const loadQueueAtom = atom(null, (_get, set) => set(queueList, 'refresh'));

const REASONS: Partial<Record<FailureCode, 'missing' | 'changed'>> = {
  not_found: 'missing',
  version_changed: 'changed',
};

const decideAtom = atom(
  null,
  async (
    get,
    set,
    uploadId: string,
    kind: 'approve' | 'reject',
    send: (looked: { uploadId: string; version: number }) => Promise<unknown>,
  ) => {
    if (get(decisionsAtom).get(uploadId)?.phase === 'sending') return;
    const mark = (decision: Decision | null) => {
      const next = new Map(get(decisionsAtom));
      if (decision) next.set(uploadId, decision);
      else next.delete(uploadId);
      set(decisionsAtom, next);
    };
    const row = get(tableAtom('pendingUploads')).get(uploadId);
    if (!row) return mark({ phase: 'failed', reason: 'missing' });
    mark({ phase: 'sending' });
    try {
      await send({ uploadId, version: row.version });
      mark(null);
      set(removeRowAtom, 'pendingUploads', uploadId);
      set(outcomeAtom, {
        kind: kind === 'approve' ? 'approved' : 'rejected',
        title: row.title,
        at: Date.now(),
      });
      if (kind === 'approve') set(announceApprovalAtom, null);
    } catch (error) {
      console.warn(`${kind} failed`, error);
      const code = error instanceof ApiError ? error.code : 'internal';
      if (code === 'version_changed') await set(loadQueueAtom);
      mark({ phase: 'failed', reason: REASONS[code] ?? kind });
    }
  },
);

export const approveUploadAtom = atom(null, (get, set, uploadId: string) =>
  set(decideAtom, uploadId, 'approve', (looked) => get(statePortsAtom).write('approveUpload', looked)),
);

/** An empty reason becomes the specification's own (K43). */
export const rejectUploadAtom = atom(null, (get, set, uploadId: string, reason: string) =>
  set(decideAtom, uploadId, 'reject', (looked) =>
    get(statePortsAtom).write('rejectUpload', { ...looked, reason }),
  ),
);
