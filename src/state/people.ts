// Public profiles, read by id or by a current or former name; rows once by id.
import { type Atom, atom } from 'jotai/vanilla';
import type { UserView } from '../../api/contract/accounts.ts';
import type { ApiErrorCode } from '../api/client.ts';
import { putRowsAtom, tableAtom } from './entities.ts';
import { keepCopyAtom } from './identity.ts';
import { statePortsAtom } from './ports.ts';
import { createQuery, dataOf, type Query } from './queries.ts';

export type PersonState =
  | { status: 'loading' }
  /** `stale`: the last reading failed, with this code; `copyFrom` when this device's copy is shown. */
  | { status: 'found'; person: UserView; stale: { code: ApiErrorCode; copyFrom: string | null } | null }
  /** No such account, or its profile is hidden. */
  | { status: 'missing' }
  | { status: 'failed'; code: ApiErrorCode; retrying: boolean };

const queries = new Map<string, Query<{ id: string }>>();
const states = new Map<string, Atom<PersonState>>();

function queryOf(idOrName: string): Query<{ id: string }> {
  const known = queries.get(idOrName);
  if (known) return known;
  const key = `getUser ${idOrName}`;
  // Change events name accounts by id, also when the query used a name.
  const tags = ['people', `person:${idOrName}`];
  const made = createQuery<{ id: string }>({
    key,
    tags,
    onDrop: () => {
      queries.delete(idOrName);
      states.delete(idOrName);
    },
    idsIn: ({ id }) => ({ table: 'people', ids: [id] }),
    async load(get, set, signal) {
      const { data: person } = await get(statePortsAtom).read('getUser', { userId: idOrName }, { signal });
      if (!signal.aborted) {
        set(putRowsAtom, 'people', [person]);
        set(keepCopyAtom, { key, takenAt: new Date().toISOString(), rows: [person] });
      }
      const own = `person:${person.id}`;
      if (!tags.includes(own)) tags.push(own);
      return { id: person.id };
    },
    async readCopy(get, set) {
      const copy = await get(statePortsAtom).copies.read(key);
      const person = copy?.rows[0] as UserView | undefined;
      if (!copy || !person) return null;
      if (!get(tableAtom('people')).has(person.id)) set(putRowsAtom, 'people', [person]);
      return { data: { id: person.id }, takenAt: copy.takenAt };
    },
  });
  queries.set(idOrName, made);
  return made;
}

/** Reading it in a component loads the person. */
export function personAtom(idOrName: string): Atom<PersonState> {
  const known = states.get(idOrName);
  if (known) return known;
  const { stateAtom } = queryOf(idOrName);
  const made = atom((get): PersonState => {
    const state = get(stateAtom);
    if (state.status === 'loading') return state;
    if (state.status === 'failed' && state.code === 'not_found') return { status: 'missing' };
    const person = get(tableAtom('people')).get(dataOf(state)?.id ?? '');
    if (person) {
      const stale = state.status === 'failed' ? { code: state.code, copyFrom: state.copyFrom } : null;
      return { status: 'found', person, stale };
    }
    if (state.status === 'ready') return { status: 'loading' };
    return { status: 'failed', code: state.code, retrying: state.refreshing };
  });
  states.set(idOrName, made);
  return made;
}

export const refreshPersonAtom = atom(null, (_get, set, idOrName: string) =>
  set(queryOf(idOrName).refreshAtom),
);
