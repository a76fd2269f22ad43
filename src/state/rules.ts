// The rules that decisions name. Reading the atom loads them.
import { atom } from 'jotai/vanilla';
import type { RulesView } from '../../api/contract/rules.ts';
import { statePortsAtom } from './ports.ts';
import { createQuery, dataOf } from './queries.ts';

const query = createQuery<RulesView>({
  key: 'getRules',
  tags: ['mode'],
  load: async (get, _set, signal) => (await get(statePortsAtom).read('getRules', {}, { signal })).data,
});

export const rulesStateAtom = query.stateAtom;
export const refreshRulesAtom = query.refreshAtom;
/** Null until the server has answered. */
export const rulesAtom = atom((get) => dataOf(get(query.stateAtom)));
