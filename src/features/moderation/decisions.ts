// Decisions: shown at once, sent after ten seconds for undoing. Until then they are stored on this device. A closing
// page sends them under the same key, so that none is lost or applied twice.
import { atom } from 'jotai/vanilla';
import type { HeardOfRecording } from '../../../api/contract/review.ts';
import type { PendingUploadView } from '../../../api/contract/uploads.ts';
import { ApiError, type ApiErrorCode } from '../../api/client.ts';
import { newId } from '../../lib/ids.ts';
import { announceApprovalAtom } from '../../state/approvals.ts';
import { cancelWriteAtom, releaseWriteAtom } from '../../state/awaitedWrites.ts';
import { removeRowAtom, tableAtom } from '../../state/entities.ts';
import { sendWriteAtom, waitingWritesAtom } from '../../state/outbox.ts';
import { statePortsAtom } from '../../state/ports.ts';
import { invalidateAtom } from '../../state/registry.ts';
import type { AnyBody } from '../../state/writes.ts';
import { heardOfAtom } from './heard.ts';

/**
 * Decisions that are not yet on the server: held for undoing, being sent, or stored in the outbox until there is a
 * network. Their uploads have left the list.
 */
export type Verdict =
  | { kind: 'approve' }
  /** An empty reason becomes the title of the rule, or the specified default. `atSeconds`: the moment that breaks the rule. */
  | { kind: 'reject'; ruleId: string; reason: string; atSeconds: number | null }
  | { kind: 'escalate'; note: string }
  | { kind: 'hide' };
type VerdictKind = Verdict['kind'];

const ACTION_OF = {
  approve: 'approveUpload',
  reject: 'rejectUpload',
  escalate: 'escalateUpload',
  hide: 'hideUpload',
} as const satisfies Record<VerdictKind, string>;

interface Held {
  /** The entry in the outbox, and the key of the write. */
  id: string;
  row: PendingUploadView;
  verdict: Verdict;
  /** Played before the decision. */
  heard: HeardOfRecording;
  isSending: boolean;
  timer: ReturnType<typeof setTimeout>;
}

/** Oldest first. */
export const heldAtom = atom<readonly Held[]>([]);

const ACTIONS: ReadonlySet<string> = new Set(Object.values(ACTION_OF));
const waitingIdsAtom = atom((get) =>
  get(waitingWritesAtom)
    .filter(({ action }) => ACTIONS.has(action))
    .map(({ body }) => (body as { uploadId: string }).uploadId),
);
export const leavingIdsAtom = atom(
  (get) => new Set([...get(heldAtom).map(({ row }) => row.uploadId), ...get(waitingIdsAtom)]),
);
/** Decisions that wait for the network. */
export const unsentCountAtom = atom((get) => {
  const held = new Set(get(heldAtom).map(({ row }) => row.uploadId));
  return get(waitingIdsAtom).filter((id) => !held.has(id)).length;
});

export type FailureReason = VerdictKind | 'missing' | 'changed' | 'claimed' | 'own';

/** The server's last action, for the status line. */
interface Outcome {
  kind: VerdictKind;
  title: string;
  /** Milliseconds since 1970. */
  at: number;
}

const failuresAtom = atom<ReadonlyMap<string, FailureReason>>(new Map());
const outcomeAtom = atom<Outcome | null>(null);
const countAtom = atom(0);
/** Failed decisions by upload id. */
export const queueFailuresAtom = atom((get) => get(failuresAtom));
export const lastOutcomeAtom = atom((get) => get(outcomeAtom));
/** Decisions of this visit. */
export const decidedCountAtom = atom((get) => get(countAtom));

const UNDO_MS = 10_000;
/** The outbox sends a decision this long after its undo time, milliseconds: the page was closed. */
const ORPHANED_MS = 5000;

/** Temporary failures: the outbox sends the decision later. */
const LATER: ReadonlySet<ApiErrorCode> = new Set<ApiErrorCode>([
  'offline',
  'captive_portal',
  'bad_reply',
  'busy',
  'rate_limited',
  'too_slow',
  'idempotency_key_in_flight',
]);
const REASONS: Partial<Record<ApiErrorCode, FailureReason>> = {
  not_found: 'missing',
  conflict: 'missing',
  version_changed: 'changed',
  claimed: 'claimed',
  conflict_of_interest: 'own',
};

const failAtom = atom(null, (get, set, uploadId: string, reason: FailureReason | null) => {
  const failures = new Map(get(failuresAtom));
  if (reason === null) failures.delete(uploadId);
  else failures.set(uploadId, reason);
  set(failuresAtom, failures);
});

function bodyOf({ row: { uploadId, version }, verdict, heard }: Held): AnyBody {
  if (verdict.kind === 'hide') return { uploadId };
  const looked = { uploadId, version, heard };
  if (verdict.kind === 'reject') {
    const { ruleId, reason, atSeconds } = verdict;
    return { ...looked, ruleId, reason, ...(atSeconds === null ? {} : { atSeconds }) };
  }
  return verdict.kind === 'escalate' ? { ...looked, note: verdict.note } : looked;
}

/** Returns false if the upload is not listed or already decided. */
export const decideAtom = atom(null, (get, set, uploadId: string, verdict: Verdict): boolean => {
  if (get(heldAtom).some(({ row }) => row.uploadId === uploadId)) return false;
  const row = get(tableAtom('pendingUploads')).get(uploadId);
  if (!row) {
    set(failAtom, uploadId, 'missing');
    return false;
  }
  set(failAtom, uploadId, null);
  const id = newId();
  const timer = setTimeout(() => void set(sendHeldAtom, id), UNDO_MS);
  const held: Held = { id, row, verdict, heard: get(heardOfAtom)(uploadId), isSending: false, timer };
  set(heldAtom, [...get(heldAtom), held]);
  const notBefore = Date.now() + UNDO_MS + ORPHANED_MS;
  void set(sendWriteAtom, ACTION_OF[verdict.kind], bodyOf(held) as never, { id, notBefore });
  set(countAtom, get(countAtom) + 1);
  return true;
});

const forgetHeldAtom = atom(null, (get, set, id: string) => {
  set(
    heldAtom,
    get(heldAtom).filter((each) => each.id !== id),
  );
});

/** Undoes the last decision that was not sent; returns its upload id. */
export const undoAtom = atom(null, (get, set): string | null => {
  const last = get(heldAtom).findLast(({ isSending }) => !isSending);
  if (!last) return null;
  clearTimeout(last.timer);
  void set(cancelWriteAtom, last.id);
  set(forgetHeldAtom, last.id);
  set(countAtom, get(countAtom) - 1);
  return last.row.uploadId;
});

const sendHeldAtom = atom(null, async (get, set, id: string, keepalive: boolean = false): Promise<void> => {
  const held = get(heldAtom).find((each) => each.id === id);
  if (!held || held.isSending) return;
  clearTimeout(held.timer);
  const { row, verdict } = held;
  set(
    heldAtom,
    get(heldAtom).map((each) => (each.id === id ? { ...each, isSending: true } : each)),
  );
  try {
    const { write } = get(statePortsAtom);
    const action: 'approveUpload' = ACTION_OF[verdict.kind] as never;
    await write(action, bodyOf(held) as never, { idempotencyKey: id, keepalive });
    if (verdict.kind !== 'hide') set(removeRowAtom, 'pendingUploads', row.uploadId);
    set(outcomeAtom, { kind: verdict.kind, title: row.title, at: Date.now() });
    if (verdict.kind === 'approve') set(announceApprovalAtom, null);
    set(invalidateAtom, 'queue');
  } catch (error) {
    console.warn(`${verdict.kind} failed`, error);
    const code = error instanceof ApiError ? error.code : 'internal';
    if (LATER.has(code)) {
      set(forgetHeldAtom, id);
      return set(releaseWriteAtom, id);
    }
    set(failAtom, row.uploadId, REASONS[code] ?? verdict.kind);
    set(invalidateAtom, 'queue');
  }
  await set(cancelWriteAtom, id);
  set(forgetHeldAtom, id);
});

/** Sends all pending decisions at once, because the page closes. */
export const sendAllHeldAtom = atom(null, (get, set) => {
  for (const { id } of get(heldAtom)) void set(sendHeldAtom, id, true);
});
