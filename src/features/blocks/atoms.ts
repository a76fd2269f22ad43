// Muted and blocked accounts. A change affects every list, so all cached answers are reloaded.
import { atom } from 'jotai/vanilla';
import type { BlockKind, HiddenPersonView } from '../../../api/contract/blocks.ts';
import { ApiError } from '../../api/client.ts';
import type { FailureCode } from '../../lib/messages.ts';
import { statePortsAtom } from '../../state/ports.ts';
import { createQuery } from '../../state/queries.ts';
import { forgetAnswersAtom } from '../../state/registry.ts';
import { sessionAtom } from '../../state/session.ts';

/** Answers that stay valid after a change: this list, and the session. */
const STAYS = 'session';

const query = createQuery<readonly HiddenPersonView[]>({
  key: 'getHiddenPeople',
  tags: ['hiddenPeople', STAYS],
  load: async (get, _set, signal) => (await get(statePortsAtom).read('getHiddenPeople', {}, { signal })).data,
});

export type HiddenPeople =
  | { status: 'loading' }
  | { status: 'failed'; code: FailureCode; retrying: boolean }
  | { status: 'ready'; rows: readonly HiddenPersonView[] };

const NO_ONE: readonly never[] = [];

/** Reading it in a component loads it; empty for visitors. */
export const hiddenPeopleAtom = atom((get): HiddenPeople => {
  const { status } = get(sessionAtom);
  if (status === 'visitor') return { status: 'ready', rows: NO_ONE };
  if (status === 'unknown') return { status: 'loading' };
  const state = get(query.stateAtom);
  if (state.status === 'loading') return state;
  if (state.data !== null) return { status: 'ready', rows: state.data };
  const code = state.status === 'failed' ? state.code : 'internal';
  return { status: 'failed', code, retrying: state.refreshing };
});

export const retryHiddenPeopleAtom = atom(null, (_get, set) => set(query.refreshAtom));

/** Whether the user muted or blocked this person; null for neither, and while unknown. */
export const hiddenKindAtom = atom((get) => {
  const people = get(hiddenPeopleAtom);
  const rows = people.status === 'ready' ? people.rows : NO_ONE;
  return (userId: string): BlockKind | null => rows.find(({ id }) => id === userId)?.kind ?? null;
});

const codeOf = (error: unknown): FailureCode => (error instanceof ApiError ? error.code : 'internal');

/** `null` shows the person again. Returns null on success, otherwise an error code. */
export const hidePersonAtom = atom(
  null,
  async (get, set, userId: string, kind: BlockKind | null): Promise<FailureCode | null> => {
    const { write } = get(statePortsAtom);
    try {
      if (kind === null) await write('showPerson', { userId });
      else await write('hidePerson', { userId, kind });
    } catch (error) {
      return codeOf(error);
    }
    await set(query.refreshAtom);
    set(forgetAnswersAtom, STAYS);
    return null;
  },
);
