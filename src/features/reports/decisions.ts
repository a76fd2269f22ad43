// What was taken down of the person who looks, and their one answer to each.
import { atom } from 'jotai/vanilla';
import type { DecisionView } from '../../../api/contract/reports.ts';
import type { ApiErrorCode } from '../../api/client.ts';
import { newId } from '../../lib/ids.ts';
import { statePortsAtom } from '../../state/ports.ts';
import { createQuery } from '../../state/queries.ts';
import { sessionAtom } from '../../state/session.ts';

const query = createQuery<readonly DecisionView[]>({
  key: 'getDecisions',
  tags: ['session', 'notifications'],
  load: async (get, _set, signal) => (await get(statePortsAtom).read('getDecisions', {}, { signal })).data,
});

export type Decisions =
  | { status: 'loading' }
  | { status: 'failed'; code: ApiErrorCode; retrying: boolean }
  | { status: 'ready'; rows: readonly DecisionView[] };

/** Reading it in a component loads it; a visitor has none. */
export const decisionsAtom = atom((get): Decisions => {
  const { status } = get(sessionAtom);
  if (status === 'visitor') return { status: 'ready', rows: [] };
  if (status === 'unknown') return { status: 'loading' };
  const state = get(query.stateAtom);
  if (state.status === 'loading') return state;
  if (state.status === 'ready') return { status: 'ready', rows: state.data };
  if (state.data !== null) return { status: 'ready', rows: state.data };
  return { status: 'failed', code: state.code, retrying: state.refreshing };
});

export const retryDecisionsAtom = atom(null, (_get, set) => set(query.refreshAtom));

/** Answers whether it was taken; what was written stays with the caller otherwise. */
export const appealAtom = atom(
  null,
  async (get, set, decisionId: string, words: string): Promise<boolean> => {
    const appeal = words.trim();
    try {
      const { write } = get(statePortsAtom);
      const { data } = await write('appealDecision', { decisionId, appeal }, { idempotencyKey: newId() });
      set(query.changeAtom, (rows) => rows.map((each) => (each.id === decisionId ? data : each)));
      return true;
    } catch (error) {
      console.warn('an answer was not taken', error);
      return false;
    }
  },
);
