// Removals of reported content, which the moderator can undo for ten seconds. Two moderators never decide twice: the server
// refuses the second removal with `conflict`.
import { atom } from 'jotai/vanilla';
import type { ReportView } from '../../../api/contract/reports.ts';
import type { ApiErrorCode } from '../../api/client.ts';
import { createHeldWrites } from '../../state/heldWrites.ts';
import { invalidateAtom } from '../../state/registry.ts';

export interface Removal {
  report: ReportView;
  ruleId: string;
  /** May be empty. */
  decisionReason: string;
  /** Whole seconds. */
  atSeconds: number | null;
}

interface Outcome {
  report: ReportView;
  /** `later`: it waits on this device for the network. */
  end: 'removed' | 'later' | ApiErrorCode;
}
const outcomeStateAtom = atom<Outcome | null>(null);
/** The outcome of the last removal that was sent. */
export const removalOutcomeAtom = atom((get) => get(outcomeStateAtom));

/** Tables that a removal changes: it resolves every report of the content. */
const CHANGED = ['getReportTable', 'getTrackTable', 'getCommentTable', 'overview'];

const held = createHeldWrites<ReportView>({
  onSent: (set, report) => {
    set(outcomeStateAtom, { report, end: 'removed' });
    for (const tag of CHANGED) set(invalidateAtom, tag);
  },
  onRefused: (set, report, code) => {
    set(outcomeStateAtom, { report, end: code });
    for (const tag of CHANGED) set(invalidateAtom, tag);
  },
  onLater: (set, report) => set(outcomeStateAtom, { report, end: 'later' }),
});

/** The removals that are not on the server yet, oldest first. */
export const heldRemovalsAtom = held.heldAtom;
export const undoRemovalAtom = held.undoAtom;
/** Call when the page closes. */
export const sendRemovalsAtom = held.sendAllAtom;

export const holdRemovalAtom = atom(
  null,
  (_get, set, { report, ruleId, decisionReason, atSeconds }: Removal) => {
    set(outcomeStateAtom, null);
    const decision = {
      reportId: report.id,
      status: 'resolved',
      outcome: 'removed',
      ruleId,
      ...(decisionReason === '' ? {} : { decisionReason }),
      ...(atSeconds === null ? {} : { atSeconds }),
    } as const;
    set(held.holdAtom, 'updateReportStatus', decision, report);
  },
);
