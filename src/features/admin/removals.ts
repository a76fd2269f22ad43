// A removal waits ten seconds on this device, so that the moderator can undo it: a server that undid it would have told owner
// and reporters already. A newer removal, leaving the table and closing the page send it at once. A crash loses it, and the
// report stays open. Two moderators never decide twice: the server refuses the second removal with `conflict`.
import { atom } from 'jotai/vanilla';
import type { ReportView } from '../../../api/contract/reports.ts';
import { ApiError, type ApiErrorCode } from '../../api/client.ts';
import { newId } from '../../lib/ids.ts';
import { statePortsAtom } from '../../state/ports.ts';
import { invalidateAtom } from '../../state/registry.ts';

/** How long a removal can be undone, milliseconds. */
export const REMOVAL_UNDO_MS = 10_000;

export interface Removal {
  report: ReportView;
  ruleId: string;
  /** May be empty. */
  decisionReason: string;
  /** Whole seconds. */
  atSeconds: number | null;
}

const heldStateAtom = atom<(Removal & { key: string }) | null>(null);
/** The removal that can still be undone. */
export const heldRemovalAtom = atom((get) => get(heldStateAtom));

type Outcome = { report: ReportView; code: ApiErrorCode | null };
const outcomeStateAtom = atom<Outcome | null>(null);
/** What came of the last one that was sent. */
export const removalOutcomeAtom = atom((get) => get(outcomeStateAtom));

/** Tables that a removal changes. */
const CHANGED = ['getReportTable', 'getTrackTable', 'getCommentTable', 'overview'];

/** Sends the held removal now. `isClosing`: the page closes. */
export const sendRemovalAtom = atom(null, async (get, set, isClosing: boolean = false): Promise<void> => {
  const held = get(heldStateAtom);
  if (held === null) return;
  set(heldStateAtom, null);
  const { report, ruleId, decisionReason, atSeconds, key } = held;
  const body = {
    reportId: report.id,
    status: 'resolved',
    outcome: 'removed',
    ruleId,
    ...(decisionReason === '' ? {} : { decisionReason }),
    ...(atSeconds === null ? {} : { atSeconds }),
  } as const;
  try {
    const sent = { idempotencyKey: key, keepalive: isClosing };
    await get(statePortsAtom).write('updateReportStatus', body, sent);
    set(outcomeStateAtom, { report, code: null });
  } catch (error) {
    console.warn('a removal failed', error);
    set(outcomeStateAtom, { report, code: error instanceof ApiError ? error.code : 'internal' });
  }
  // One removal resolves every report of the content.
  for (const tag of CHANGED) set(invalidateAtom, tag);
});

/** Holds a removal. One that is held already is sent. */
export const holdRemovalAtom = atom(null, (_get, set, removal: Removal) => {
  void set(sendRemovalAtom);
  set(outcomeStateAtom, null);
  set(heldStateAtom, { ...removal, key: newId() });
});

export const undoRemovalAtom = atom(null, (_get, set) => set(heldStateAtom, null));
