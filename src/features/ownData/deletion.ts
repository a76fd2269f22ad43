// Account deletion: planned with a date until which it can be cancelled, or immediate.
import { atom } from 'jotai/vanilla';
import { ApiError } from '../../api/client.ts';
import type { FailureCode } from '../../lib/messages.ts';
import { statePortsAtom } from '../../state/ports.ts';
import { leaveErasedAtom, loadSessionAtom, plannedErasureAtom } from '../../state/session.ts';

const codeOf = (error: unknown): FailureCode => (error instanceof ApiError ? error.code : 'internal');

type DeletionAction = 'planDeletion' | 'keepAccount' | 'deleteAccount';

/** Null on success, otherwise the failure. A guest has no password. */
export const decideDeletionAtom = atom(
  null,
  async (get, set, action: DeletionAction, password: string): Promise<FailureCode | null> => {
    const { write } = get(statePortsAtom);
    const body = password === '' ? {} : { password };
    try {
      if (action === 'planDeletion') {
        const { data } = await write('planDeletion', body);
        set(plannedErasureAtom, data.eraseAt);
      } else {
        if (action === 'keepAccount') await write('keepAccount', {});
        else {
          await write('deleteAccount', body);
          set(plannedErasureAtom, null);
          await set(leaveErasedAtom).catch((error: unknown) =>
            console.warn('could not remove everything from this device', error),
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
