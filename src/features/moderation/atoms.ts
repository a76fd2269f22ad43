// The review queue: what waits, what is being decided, and the mode. Rows keep their place on refresh; a row leaves
// only when the server said so.
import { atom } from 'jotai/vanilla';
import type { PendingUploadView } from '../../../api/contract/uploads.ts';
import { ApiError } from '../../api/client.ts';
import type { FailureCode } from '../../lib/messages.ts';
import { moderationPortsAtom } from './ports.ts';

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

const rowsAtom = atom<PendingUploadView[]>([]);
const statusAtom = atom<QueueStatus>({ status: 'loading' });
const decisionsAtom = atom<ReadonlyMap<string, Decision>>(new Map());
const outcomeAtom = atom<Outcome | null>(null);

export const queueAtom = atom((get) => get(rowsAtom));
export const queueStatusAtom = atom((get) => get(statusAtom));
export const queueDecisionsAtom = atom((get) => get(decisionsAtom));
export const lastOutcomeAtom = atom((get) => get(outcomeAtom));

const codeOf = (error: unknown): FailureCode => (error instanceof ApiError ? error.code : 'internal');

/** Rows that change under the eyes of somebody who is about to decide say so. */
const noteChangesAtom = atom(null, (get, set, fresh: ReadonlyMap<string, PendingUploadView>) => {
  const decisions = new Map(get(decisionsAtom));
  for (const { uploadId, version } of get(rowsAtom)) {
    const isNewer = (fresh.get(uploadId)?.version ?? 0) > version;
    if (isNewer && decisions.get(uploadId)?.phase !== 'sending') {
      decisions.set(uploadId, { phase: 'failed', reason: 'changed' });
    }
  }
  set(decisionsAtom, decisions);
});

/** Reads the queue; on failure the rows stay. Rows are single by upload id, in the server's order. */
export const loadQueueAtom = atom(null, async (get, set) => {
  try {
    const { data: rows } = await get(moderationPortsAtom).read('getPendingUploads', {});
    const single = new Map(rows.map((row) => [row.uploadId, row]));
    set(noteChangesAtom, single);
    set(rowsAtom, [...single.values()]);
    set(statusAtom, { status: 'ready', at: Date.now() });
  } catch (error) {
    console.warn('the queue could not be read', error);
    set(statusAtom, { status: 'failed', code: codeOf(error) });
  }
});

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
    const row = get(rowsAtom).find((each) => each.uploadId === uploadId);
    if (!row) return mark({ phase: 'failed', reason: 'missing' });
    mark({ phase: 'sending' });
    try {
      await send({ uploadId, version: row.version });
      mark(null);
      set(
        rowsAtom,
        get(rowsAtom).filter((each) => each.uploadId !== uploadId),
      );
      set(outcomeAtom, {
        kind: kind === 'approve' ? 'approved' : 'rejected',
        title: row.title,
        at: Date.now(),
      });
      if (kind === 'approve') get(moderationPortsAtom).announceApproval();
    } catch (error) {
      console.warn(`${kind} failed`, error);
      const code = codeOf(error);
      if (code === 'version_changed') await set(loadQueueAtom);
      mark({ phase: 'failed', reason: REASONS[code] ?? kind });
    }
  },
);

export const approveUploadAtom = atom(null, (get, set, uploadId: string) =>
  set(decideAtom, uploadId, 'approve', (looked) => get(moderationPortsAtom).write('approveUpload', looked)),
);

/** An empty reason becomes the specification's own (K43). */
export const rejectUploadAtom = atom(null, (get, set, uploadId: string, reason: string) =>
  set(decideAtom, uploadId, 'reject', (looked) =>
    get(moderationPortsAtom).write('rejectUpload', { ...looked, reason }),
  ),
);

export type ModeState =
  | { status: 'unknown' | 'changing' | 'failed'; on: boolean }
  | { status: 'known'; on: boolean };

const modeAtom = atom<ModeState>({ status: 'unknown', on: false });
export const autoApproveModeAtom = atom((get) => get(modeAtom));

export const loadModeAtom = atom(null, async (get, set) => {
  try {
    const { data: on } = await get(moderationPortsAtom).read('getAutoApproveStatus', {});
    set(modeAtom, { status: 'known', on });
  } catch (error) {
    console.warn('auto-approve mode unknown', error);
  }
});

export const setModeAtom = atom(null, async (get, set, on: boolean) => {
  const before = get(modeAtom).on;
  set(modeAtom, { status: 'changing', on });
  try {
    const { data } = await get(moderationPortsAtom).write('setAutoApproveStatus', { status: on });
    set(modeAtom, { status: 'known', on: data });
  } catch (error) {
    console.warn('auto-approve mode not changed', error);
    set(modeAtom, { status: 'failed', on: before });
  }
});
