// Preferences of the account: shown at once, stored on this device until the server has them, taken back when it refuses.
import { atom } from 'jotai/vanilla';
import type { UserUpdates } from '../../api/contract/accounts.ts';
import { DEFAULT_PREFERENCES, type Preferences } from '../../api/contract/preferences.ts';
import { ApiError } from '../api/client.ts';
import { putRowsAtom, tableAtom } from './entities.ts';
import { keepCopyAtom } from './identity.ts';
import { sendWriteAtom } from './outbox.ts';
import { statePortsAtom } from './ports.ts';
import { createQuery, dataOf } from './queries.ts';
import { loadSessionAtom, sessionAtom } from './session.ts';

type Row = Preferences & { id: string };
type Parts = NonNullable<UserUpdates['preferences']>;

/** `base` with the fields that `parts` names, within each section. */
export function withParts<Base extends Preferences>(base: Base, parts: Parts | undefined): Base {
  const sections = Object.keys(DEFAULT_PREFERENCES) as (keyof Preferences)[];
  return {
    ...base,
    ...Object.fromEntries(sections.map((name) => [name, { ...base[name], ...parts?.[name] }])),
  };
}

const KEY = 'preferences';

const query = createQuery<{ id: string }>({
  key: KEY,
  tags: [KEY],
  idsIn: ({ id }) => ({ table: 'preferences', ids: [id] }),
  async load(get, set, signal) {
    if (get(sessionAtom).status === 'unknown') await set(loadSessionAtom);
    const session = get(sessionAtom);
    // The account is unknown: use this device's copy.
    if (session.status === 'failed') throw new ApiError(session.code, 0, 'the session is unknown');
    const id = session.status === 'signedIn' ? session.me.id : '';
    // A visitor has the defaults.
    let row: Row = { id, ...DEFAULT_PREFERENCES };
    if (id !== '') {
      const { data } = await get(statePortsAtom).read('getUserData', { userId: id }, { signal });
      row = { ...row, ...data.preferences };
    }
    if (!signal.aborted) {
      set(putRowsAtom, 'preferences', [row]);
      set(keepCopyAtom, { key: KEY, takenAt: new Date().toISOString(), rows: [row] });
    }
    return { id };
  },
  async readCopy(get, set) {
    const copy = await get(statePortsAtom).copies.read(KEY);
    const row = copy?.rows[0] as Row | undefined;
    if (!copy || !row) return null;
    // Fields that the copy's version did not have get their defaults.
    set(putRowsAtom, 'preferences', [withParts({ id: row.id, ...DEFAULT_PREFERENCES }, row)]);
    return { data: { id: row.id }, takenAt: copy.takenAt };
  },
});

/** Null while unknown. Reading it in a component loads them. */
export const preferencesAtom = atom((get): Preferences | null => {
  const data = dataOf(get(query.stateAtom));
  return data === null ? null : (get(tableAtom('preferences')).get(data.id) ?? null);
});

/** Why they could not be loaded. */
export const preferencesFailureAtom = atom((get) => {
  const state = get(query.stateAtom);
  return state.status === 'failed' && state.data === null ? state.code : null;
});

export const refreshPreferencesAtom = atom(null, (_get, set) => set(query.refreshAtom));

/** Changes the given fields of an account; nothing happens for a visitor. */
export const changePreferencesAtom = atom(null, async (get, set, preferences: Parts): Promise<void> => {
  const session = get(sessionAtom);
  if (session.status !== 'signedIn') return;
  await set(sendWriteAtom, 'updateUser', { userId: session.me.id, updates: { preferences } });
});
