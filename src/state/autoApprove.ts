// Whether recordings go live without a moderator: the server's mode, for the share form and for admins.
import { atom } from 'jotai/vanilla';
import { statePortsAtom } from './ports.ts';
import { createQuery } from './queries.ts';

const SETTING = 'autoApprove';
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

export interface AutoApprove {
  /** `failed`: the server did not accept the change. */
  status: 'unknown' | 'known' | 'changing' | 'failed';
  /** The last known value while the server is out of reach. */
  on: boolean;
}

const modeQuery = createQuery<boolean>({
  key: 'getAutoApproveStatus',
  tags: ['mode'],
  async load(get, _set, signal) {
    const { read, settings } = get(statePortsAtom);
    const { data: on } = await read('getAutoApproveStatus', {}, { signal });
    settings.write(SETTING, on);
    return on;
  },
});

/** The change that is being sent or has failed. */
const switchAtom = atom<{ status: 'changing' | 'failed'; on: boolean } | null>(null);

export const autoApproveAtom = atom((get): AutoApprove => {
  const switching = get(switchAtom);
  if (switching) return switching;
  const state = get(modeQuery.stateAtom);
  const on = state.status === 'loading' ? null : state.data;
  if (on !== null) return { status: 'known', on };
  return { status: 'unknown', on: get(statePortsAtom).settings.read(SETTING, isBoolean, false) };
});

export const setAutoApproveAtom = atom(null, async (get, set, on: boolean) => {
  const before = get(autoApproveAtom).on;
  set(switchAtom, { status: 'changing', on });
  try {
    const { data } = await get(statePortsAtom).write('setAutoApproveStatus', { status: on });
    set(modeQuery.setAtom, data);
    set(switchAtom, null);
  } catch (error) {
    console.warn('auto-approve mode not changed', error);
    set(switchAtom, { status: 'failed', on: before });
  }
});
