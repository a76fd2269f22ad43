// Report drafts, and sending a report: at once, or from this device once the server is reachable.
import { atom } from 'jotai/vanilla';
import {
  gravityOf,
  type ReportCategory,
  type ReportType,
  urgentProofText,
} from '../../../api/contract/reportCategories.ts';
import { ApiError } from '../../api/client.ts';
import { sendAwaitedAtom } from '../../state/awaitedWrites.ts';
import { sessionAtom } from '../../state/session.ts';
import { leaveTicketAtom, prepareTicketAtom } from '../../state/ticket.ts';
import { keyOf, type Target } from './target.ts';

export interface Draft {
  type: ReportType;
  category: ReportCategory | null;
  /** Whole seconds; null without a moment. */
  at: number | null;
  reason: string;
}

const draftsAtom = atom<Readonly<Record<string, Draft>>>({});

/** The draft about a target; survives leaving the page. */
export const draftOf = (target: Target) =>
  atom(
    (get): Draft =>
      get(draftsAtom)[keyOf(target)] ?? { type: target.type, category: null, at: target.at, reason: '' },
    (get, set, change: Partial<Draft>) => {
      const key = keyOf(target);
      const before = get(draftsAtom)[key] ?? {
        type: target.type,
        category: null,
        at: target.at,
        reason: '',
      };
      set(draftsAtom, { ...get(draftsAtom), [key]: { ...before, ...change } });
    },
  );

/** Deletes the draft after sending or cancelling. */
export const dropDraftAtom = atom(null, (get, set, target: Target) => {
  const { [keyOf(target)]: _, ...others } = get(draftsAtom);
  set(draftsAtom, others);
});

/** `kept`: stored on this device until there is a network. */
export type ReportSending = 'sent' | 'kept' | 'gone' | 'failed';

/** A guest's urgent report hides the recording only with a proof of work. Without one it is sent all the same. */
const proveAtom = atom(
  null,
  async (get, set, type: ReportType, targetId: string, category: ReportCategory | null) => {
    const session = get(sessionAtom);
    const isRegistered = session.status === 'signedIn' && session.me.role !== 'guest';
    if (isRegistered || type === 'comment' || gravityOf(category) !== 'urgent') return {};
    const text = new Blob([urgentProofText(type, targetId)]);
    try {
      return { capToken: await set(prepareTicketAtom, text) };
    } catch (error) {
      console.warn('an urgent report is sent without a proof', error);
      return {};
    } finally {
      set(leaveTicketAtom, text);
    }
  },
);

export const sendReportAtom = atom(
  null,
  async (_get, set, target: Target, draft: Draft): Promise<ReportSending> => {
    const { trackId, commentId } = target;
    const { type, category, at } = draft;
    const report = {
      type,
      trackId,
      targetId: type === 'comment' && commentId !== null ? commentId : trackId,
      reason: draft.reason.trim(),
      ...(category === null ? {} : { category }),
      ...(at === null ? {} : { atSeconds: at }),
    };
    try {
      const proof = await set(proveAtom, report.type, report.targetId, category);
      const answer = await set(sendAwaitedAtom, 'addReport', { report, ...proof });
      return answer === null ? 'kept' : 'sent';
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      console.warn('a report was not taken', error);
      return error.code === 'not_found' ? 'gone' : 'failed';
    }
  },
);
