// Decisions about uploads: shown at once, sent after ten seconds for undoing.
import { atom } from 'jotai/vanilla';
import type { HeardOfRecording } from '../../../api/contract/review.ts';
import type { PendingUploadView } from '../../../api/contract/uploads.ts';
import type { ApiErrorCode } from '../../api/client.ts';
import { announceApprovalAtom } from '../../state/approvals.ts';
import { removeRowAtom, tableAtom } from '../../state/entities.ts';
import { createHeldWrites } from '../../state/heldWrites.ts';
import { waitingWritesAtom } from '../../state/outbox.ts';
import { invalidateAtom } from '../../state/registry.ts';
import type { AnyBody } from '../../state/writes.ts';
import { heardOfAtom } from './heard.ts';

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

interface Decided {
  row: PendingUploadView;
  verdict: Verdict;
  /** Played before the decision. */
  heard: HeardOfRecording;
}

const {
  heldAtom,
  holdAtom,
  undoAtom: undoWriteAtom,
  sendAllAtom,
} = createHeldWrites<Decided>({
  onSent: (set, { row: { uploadId, title }, verdict: { kind } }) => {
    if (kind !== 'hide') set(removeRowAtom, 'pendingUploads', uploadId);
    set(outcomeAtom, { kind, title, at: Date.now() });
    if (kind === 'approve') set(announceApprovalAtom, null);
    set(invalidateAtom, 'queue');
  },
  onRefused: (set, { row, verdict }, code) => {
    set(failAtom, row.uploadId, REASONS[code] ?? verdict.kind);
    set(invalidateAtom, 'queue');
  },
});

export { heldAtom };
/** Sends all pending decisions at once, because the page closes. */
export const sendAllHeldAtom = sendAllAtom;

const ACTIONS: ReadonlySet<string> = new Set(Object.values(ACTION_OF));
const waitingIdsAtom = atom((get) =>
  get(waitingWritesAtom)
    .filter(({ action }) => ACTIONS.has(action))
    .map(({ body }) => (body as { uploadId: string }).uploadId),
);
/**
 * Uploads with a decision that is not yet on the server: held for undoing, being sent, or stored in the outbox until there is a
 * network. They have left the list.
 */
export const leavingIdsAtom = atom(
  (get) => new Set([...get(heldAtom).map(({ about }) => about.row.uploadId), ...get(waitingIdsAtom)]),
);
/** Decisions that wait for the network. */
export const unsentCountAtom = atom((get) => {
  const held = new Set(get(heldAtom).map(({ about }) => about.row.uploadId));
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

function bodyOf({ row: { uploadId, version }, verdict, heard }: Decided): AnyBody {
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
  if (get(heldAtom).some(({ about }) => about.row.uploadId === uploadId)) return false;
  const row = get(tableAtom('pendingUploads')).get(uploadId);
  if (!row) {
    set(failAtom, uploadId, 'missing');
    return false;
  }
  set(failAtom, uploadId, null);
  const decided = { row, verdict, heard: get(heardOfAtom)(uploadId) };
  set(holdAtom, ACTION_OF[verdict.kind], bodyOf(decided), decided);
  set(countAtom, get(countAtom) + 1);
  return true;
});

/** Undoes the last decision that was not sent; returns its upload id. */
export const undoAtom = atom(null, (get, set): string | null => {
  const undone = set(undoWriteAtom);
  if (undone === null) return null;
  set(countAtom, get(countAtom) - 1);
  return undone.row.uploadId;
});
