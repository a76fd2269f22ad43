// A report while it is written, and sending it: at once where the server can be reached, kept on this device where not.
import { atom } from 'jotai/vanilla';
import type { ReportCategory, ReportType } from '../../../api/contract/reports.ts';
import { ApiError } from '../../api/client.ts';
import { newId } from '../../lib/ids.ts';
import { isOffline } from '../../state/online.ts';
import { sendWriteAtom } from '../../state/outbox.ts';
import { statePortsAtom } from '../../state/ports.ts';
import { keyOf, type Target } from './target.ts';

export interface Draft {
  type: ReportType;
  category: ReportCategory | null;
  /** Whole seconds; null without a moment. */
  at: number | null;
  reason: string;
}

const draftsAtom = atom<Readonly<Record<string, Draft>>>({});

/** What is being written about a thing; it survives leaving the page. */
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

/** It is sent, or not wanted any more. */
export const dropDraftAtom = atom(null, (get, set, target: Target) => {
  const { [keyOf(target)]: _, ...others } = get(draftsAtom);
  set(draftsAtom, others);
});

/** `kept`: on this device, until there is a network. */
export type ReportSending = 'sent' | 'kept' | 'gone' | 'failed';

/** The last report that was tried, and its key: trying again reports nothing twice. */
const triedAtom = atom<{ words: string; id: string; at: number } | null>(null);

export const sendReportAtom = atom(
  null,
  async (get, set, target: Target, draft: Draft): Promise<ReportSending> => {
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
    const words = JSON.stringify(report);
    const before = get(triedAtom);
    const tried = before?.words === words ? before : { words, id: newId(), at: Date.now() };
    const keep = async (triedAt: number | null): Promise<ReportSending> => {
      set(triedAtom, null);
      await set(sendWriteAtom, 'addReport', { report }, { id: tried.id, triedAt });
      return 'kept';
    };
    if (isOffline()) return keep(tried === before ? tried.at : null);
    set(triedAtom, tried);
    try {
      await get(statePortsAtom).write('addReport', { report }, { idempotencyKey: tried.id });
      set(triedAtom, null);
      return 'sent';
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'offline') return keep(tried.at);
      console.warn('a report was not taken', error);
      return error.code === 'not_found' ? 'gone' : 'failed';
    }
  },
);
