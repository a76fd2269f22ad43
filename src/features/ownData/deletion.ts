// The end of one's account: asked for, with a date until which it can be taken back, or at once.
import { atom } from 'jotai/vanilla';
import { ApiError } from '../../api/client.ts';
import type { FailureCode } from '../../lib/messages.ts';
import { statePortsAtom } from '../../state/ports.ts';
import { leaveErasedAtom, loadSessionAtom, plannedErasureAtom } from '../../state/session.ts';

const codeOf = (error: unknown): FailureCode => (error instanceof ApiError ? error.code : 'internal');

type Deed = 'planDeletion' | 'keepAccount' | 'deleteAccount';

/** Null when it is done, else why not. A guest has no password. */
export const decideDeletionAtom = atom(
  null,
  async (get, set, deed: Deed, password: string): Promise<FailureCode | null> => {
    const { write } = get(statePortsAtom);
    const body = password === '' ? {} : { password };
    try {
      if (deed === 'planDeletion') {
        const { data } = await write('planDeletion', body);
        set(plannedErasureAtom, data.eraseAt);
      } else {
        if (deed === 'keepAccount') await write('keepAccount', {});
        else {
          await write('deleteAccount', body);
          set(plannedErasureAtom, null);
          await set(leaveErasedAtom).catch((error: unknown) =>
            console.warn('not everything on this device could be removed', error),
          );
          return null;
        }
        set(plannedErasureAtom, null);
      }
    } catch (error) {
      return codeOf(error);
    }
    await set(loadSessionAtom);
    return null;
  },
);
