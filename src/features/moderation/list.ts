// The queue as this moderator sees it: a stable order, without uploads already decided here or hidden by this moderator.
import { atom, type Getter, type Setter } from 'jotai/vanilla';
import type { PendingUploadView } from '../../../api/contract/uploads.ts';
import type { FailureCode } from '../../lib/messages.ts';
import { tableAtom } from '../../state/entities.ts';
import { defineList } from '../../state/lists.ts';
import { statePortsAtom } from '../../state/ports.ts';
import { leavingIdsAtom } from './decisions.ts';

export type QueueStatus =
  | { status: 'loading' }
  | { status: 'ready'; at: number }
  /** Earlier rows stay. */
  | { status: 'failed'; code: FailureCode };

/** Ids in the order they were first seen. */
const orderAtom = atom<readonly string[]>([]);
const changedAtom = atom<ReadonlySet<string>>(new Set<string>());
/** Rows whose text changed while shown. */
export const changedIdsAtom = atom((get) => get(changedAtom));

function noteRows(get: Getter, set: Setter, fresh: readonly PendingUploadView[]): void {
  const shown = get(tableAtom('pendingUploads'));
  const changed = fresh.filter(
    ({ uploadId, version }) => version > (shown.get(uploadId)?.version ?? version),
  );
  if (changed.length > 0)
    set(changedAtom, new Set([...get(changedAtom), ...changed.map(({ uploadId }) => uploadId)]));
  const ids = new Set(fresh.map(({ uploadId }) => uploadId));
  set(orderAtom, [...new Set([...get(orderAtom).filter((id) => ids.has(id)), ...ids])]);
}

const REFRESH_MS = 30_000;
const queueList = defineList({
  action: 'getPendingUploads',
  table: 'pendingUploads',
  tags: () => ['queue'],
  everyMs: REFRESH_MS,
  onRows: noteRows,
})({});

const allRowsAtom = atom((get) => {
  const queue = get(queueList);
  const rows = queue.status === 'loading' ? [] : queue.rows;
  const known = new Map(rows.map((row) => [row.uploadId, row]));
  const order = get(orderAtom);
  const placed = new Set(order);
  return [
    ...order.flatMap((id) => known.get(id) ?? []),
    ...rows.filter(({ uploadId }) => !placed.has(uploadId)),
  ];
});

/** Whether hidden uploads are shown. */
export const showsHiddenAtom = atom(false);
const undecidedAtom = atom((get) => {
  const leaving = get(leavingIdsAtom);
  return get(allRowsAtom).filter(({ uploadId }) => !leaving.has(uploadId));
});
export const hiddenCountAtom = atom(
  (get) => get(undecidedAtom).filter(({ review }) => review?.isHidden).length,
);
/** Each upload once, by its id. */
export const queueAtom = atom((get) => {
  const rows = get(undecidedAtom);
  return get(showsHiddenAtom) ? rows : rows.filter(({ review }) => !review?.isHidden);
});
export const queueStatusAtom = atom((get): QueueStatus => {
  const queue = get(queueList);
  if (queue.status === 'ready') return { status: 'ready', at: queue.at };
  return queue.status === 'failed' ? { status: 'failed', code: queue.code } : { status: 'loading' };
});

/** Reloads without moving any row. */
export const loadQueueAtom = atom(null, (_get, set) => set(queueList, 'refresh'));
/** Reloads, in the server's order. */
export const sortQueueAtom = atom(null, async (_get, set) => {
  set(orderAtom, []);
  await set(loadQueueAtom);
});

type ServerTest = { status: 'none' | 'asking' | 'failed' } | { status: 'answered'; count: number };
const testAtom = atom<ServerTest>({ status: 'none' });
export const serverTestAtom = atom((get) => get(testAtom));
/** Requests the number of waiting uploads from the server. */
export const testServerAtom = atom(null, async (get, set) => {
  set(testAtom, { status: 'asking' });
  try {
    const { data } = await get(statePortsAtom).read('getPendingUploads', {});
    set(testAtom, { status: 'answered', count: data.length });
  } catch (error) {
    console.warn('the server did not answer', error);
    set(testAtom, { status: 'failed' });
  }
});
