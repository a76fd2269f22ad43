// Decisions that are made and not yet with the server: held for a while so that they can be taken back, on their way, or
// kept by the outbox until there is a network. What they are about has left the list.
import { atom } from 'jotai/vanilla';
import type { HeardOfRecording } from '../../../api/contract/review.ts';
import type { PendingUploadView } from '../../../api/contract/uploads.ts';
import { waitingWritesAtom } from '../../state/outbox.ts';

export type Verdict =
  | { kind: 'approve' }
  /** An empty reason becomes the specification's own (K43). */
  | { kind: 'reject'; reason: string }
  | { kind: 'escalate'; note: string }
  | { kind: 'hide' };
export type VerdictKind = Verdict['kind'];

export const ACTION_OF = {
  approve: 'approveUpload',
  reject: 'rejectUpload',
  escalate: 'escalateUpload',
  hide: 'hideUpload',
} as const satisfies Record<VerdictKind, string>;

export interface Held {
  /** The entry in the outbox, and the key of the write. */
  id: string;
  row: PendingUploadView;
  verdict: Verdict;
  /** Before it was decided. */
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
