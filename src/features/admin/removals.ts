// Removals of reported content, which the moderator can undo for ten seconds, and the outcome of the last decision. Two moderators never decide twice: the server
// refuses the second removal with `conflict`.
import { atom } from 'jotai/vanilla';
import type { Actions } from '../../../api/contract/actions.ts';
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

export interface Outcome {
  report: ReportView;
  /** `later`: a removal waits on this device for the network. `gone`: the content had been deleted before. */
  end: 'removed' | 'kept' | 'gone' | 'later' | ApiErrorCode;
  /** Reports that it resolved. */
  settled: number;
}
/** The outcome of the last decision that was sent; null until then. */
export const decisionOutcomeAtom = atom<Outcome | null>(null);

/** Tables that a removal changes: it resolves every report of the content. */
const CHANGED = ['getReportTable', 'getTrackTable', 'getCommentTable', 'overview'];

const held = createHeldWrites<ReportView, Actions['updateReportStatus']['data']>({
  onSent: (set, report, { settled }) => {
    set(decisionOutcomeAtom, { report, end: 'removed', settled });
    for (const tag of CHANGED) set(invalidateAtom, tag);
  },
  onRefused: (set, report, code) => {
    set(decisionOutcomeAtom, { report, end: code, settled: 0 });
    for (const tag of CHANGED) set(invalidateAtom, tag);
  },
  onLater: (set, report) => set(decisionOutcomeAtom, { report, end: 'later', settled: 0 }),
});

/** The removals that are not on the server yet, oldest first. */
export const heldRemovalsAtom = held.heldAtom;
export const undoRemovalAtom = held.undoAtom;
/** Call when the page closes. */
export const sendRemovalsAtom = held.sendAllAtom;

export const holdRemovalAtom = atom(
  null,
  (_get, set, { report, ruleId, decisionReason, atSeconds }: Removal) => {
    set(decisionOutcomeAtom, null);
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
