// The user's signed-in devices, signing them out, and the phrase that adds another phone.
import { atom } from 'jotai/vanilla';
import type { GuestRows, MeView } from '../../../api/contract/accounts.ts';
import type { DeviceView, MoveView } from '../../../api/contract/sessions.ts';
import { ApiError } from '../../api/client.ts';
import type { FailureCode } from '../../lib/messages.ts';
import { statePortsAtom } from '../../state/ports.ts';
import { createQuery } from '../../state/queries.ts';
import { loadSessionAtom, sessionAtom } from '../../state/session.ts';

/** Polling interval while a phrase is open, milliseconds. */
const POLL_MS = 3000;

interface Devices {
  rows: readonly DeviceView[];
  /** ISO time; null when no phrase is open. */
  moveUntil: string | null;
}

const query = createQuery<Devices>({
  key: 'getDevices',
  tags: ['devices'],
  load: async (get, _set, signal) => {
    const { data, moveUntil } = await get(statePortsAtom).read('getDevices', {}, { signal });
    return { rows: data, moveUntil: moveUntil ?? null };
  },
});

export type DevicesState =
  | { status: 'loading' }
  | { status: 'visitor' }
  | { status: 'failed'; code: FailureCode; retrying: boolean }
  | { status: 'ready'; rows: readonly DeviceView[] };

/** Reading it in a component loads them; a visitor has none. */
export const devicesAtom = atom((get): DevicesState => {
  const { status } = get(sessionAtom);
  if (status === 'visitor') return { status };
  if (status === 'unknown') return { status: 'loading' };
  const state = get(query.stateAtom);
  if (state.status === 'loading') return state;
  if (state.data !== null) return { status: 'ready', rows: state.data.rows };
  const code = state.status === 'failed' ? state.code : 'internal';
  return { status: 'failed', code, retrying: state.refreshing };
});

export const retryDevicesAtom = atom(null, (_get, set) => set(query.refreshAtom));

const codeOf = (error: unknown): FailureCode => (error instanceof ApiError ? error.code : 'internal');

/** Signs out a device: an id or `others`. Returns null on success, otherwise an error code. */
export const endDeviceAtom = atom(null, async (get, set, deviceId: string): Promise<FailureCode | null> => {
  try {
    await get(statePortsAtom).write('endDevice', { deviceId });
  } catch (error) {
    // Already signed out, as intended.
    if (codeOf(error) !== 'not_found') return codeOf(error);
  }
  set(query.changeAtom, (known) => ({
    ...known,
    rows: known.rows.filter(({ id, isThis }) => (deviceId === 'others' ? isThis : id !== deviceId)),
  }));
  void set(query.refreshAtom);
  return null;
});

export type ShownMove =
  | { phase: 'idle' | 'making' | 'done' | 'over' }
  | { phase: 'shown'; move: MoveView }
  | { phase: 'failed'; code: FailureCode };

const shownAtom = atom<ShownMove>({ phase: 'idle' });
export const shownMoveAtom = atom((get) => get(shownAtom));

export const startMoveAtom = atom(null, async (get, set) => {
  set(shownAtom, { phase: 'making' });
  try {
    const { data: move } = await get(statePortsAtom).write('startMove', {});
    set(shownAtom, { phase: 'shown', move });
    void set(watchMoveAtom, move);
  } catch (error) {
    set(shownAtom, { phase: 'failed', code: codeOf(error) });
  }
});

/** Polls until the phrase is used or expired; ignores failed requests. */
const watchMoveAtom = atom(null, async (get, set, move: MoveView) => {
  const isShown = () => {
    const shown = get(shownAtom);
    return shown.phase === 'shown' && shown.move === move;
  };
  while (isShown()) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    if (!isShown()) return;
    await set(query.refreshAtom);
    const state = get(query.stateAtom);
    if (state.status !== 'ready' || !isShown()) continue;
    if (state.data.moveUntil === move.expiresAt) continue;
    set(shownAtom, { phase: Date.parse(move.expiresAt) > Date.now() ? 'done' : 'over' });
  }
});

/** Cancels the phrase when it is no longer shown. */
export const stopMoveAtom = atom(null, (get, set) => {
  const { phase } = get(shownAtom);
  set(shownAtom, { phase: 'idle' });
  if (phase !== 'shown') return;
  void get(statePortsAtom)
    .write('endMove', {})
    .catch((error) => console.info('the phrase ends by itself', error));
});

export type TakenMove =
  | { phase: 'idle' | 'sending' | 'asking' }
  | { phase: 'failed'; code: FailureCode }
  | { phase: 'done'; me: MeView };

const takenAtom = atom<TakenMove>({ phase: 'idle' });
export const takenMoveAtom = atom((get) => get(takenAtom));

/** `asking`: asks whether to keep the content of this browser's guest. */
export const takeMoveAtom = atom(null, async (get, set, phrase: string, guestRows?: GuestRows) => {
  set(takenAtom, { phase: 'sending' });
  try {
    const { data: me } = await get(statePortsAtom).write('useMove', {
      phrase,
      ...(guestRows ? { guestRows } : {}),
    });
    await set(loadSessionAtom);
    set(takenAtom, { phase: 'done', me });
  } catch (error) {
    const code = codeOf(error);
    set(takenAtom, code === 'guest_has_rows' ? { phase: 'asking' } : { phase: 'failed', code });
  }
});

/** A changed phrase has not been tried yet. */
export const resetTakenAtom = atom(null, (_get, set) => set(takenAtom, { phase: 'idle' }));
