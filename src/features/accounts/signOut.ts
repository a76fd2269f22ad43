// Signing out: sends unsent changes first, then asks whether to keep the data on this device.
import { atom } from 'jotai/vanilla';
import { ApiError } from '../../api/client.ts';
import type { FailureCode } from '../../lib/messages.ts';
import { isOffline } from '../../state/online.ts';
import { flushWritesAtom, waitingWritesAtom } from '../../state/outbox.ts';
import { statePortsAtom } from '../../state/ports.ts';
import { signOutAtom } from '../../state/session.ts';

export type Choice = 'keep' | 'remove';

export type SignOutState =
  | { phase: 'idle' }
  | { phase: 'sending' }
  /** Data of this account on this device: unpublished recordings, unsent changes, listening history. */
  | { phase: 'asking'; recordings: number; unsent: number; hasTraces: boolean }
  | { phase: 'failed'; code: FailureCode | 'not_removed' };

const stateAtom = atom<SignOutState>({ phase: 'idle' });
export const signOutStateAtom = atom((get) => get(stateAtom));

/** Longest wait for unsent changes, milliseconds. */
const PATIENCE_MS = 5000;

const NOTHING = { recordings: 0, unsent: 0, hasTraces: false };

/** Data left on this device after sending what can be sent. */
const unsavedAtom = atom(null, async (get, set) => {
  const late = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS));
  if (!isOffline()) await Promise.race([set(flushWritesAtom), late]);
  const unsaved = await get(statePortsAtom)
    .owner.unsaved()
    .catch(() => NOTHING);
  const inMemory = get(waitingWritesAtom).filter(({ of }) => of !== null).length;
  return { ...unsaved, unsent: Math.max(unsaved.unsent, inMemory) };
});

/** Asks only if there is data on this device. On success the session changes. */
export const trySignOutAtom = atom(null, async (_get, set, choice: Choice | null = null) => {
  set(stateAtom, { phase: 'sending' });
  try {
    if (choice === null) {
      const unsaved = await set(unsavedAtom);
      if (unsaved.recordings > 0 || unsaved.unsent > 0 || unsaved.hasTraces)
        return set(stateAtom, { phase: 'asking', ...unsaved });
    }
    await set(signOutAtom, choice === 'remove');
    set(stateAtom, { phase: 'idle' });
  } catch (error) {
    const code = error instanceof ApiError ? error.code : choice === 'remove' ? 'not_removed' : 'internal';
    set(stateAtom, { phase: 'failed', code });
  }
});

export const stayAtom = atom(null, (_get, set) => set(stateAtom, { phase: 'idle' }));
