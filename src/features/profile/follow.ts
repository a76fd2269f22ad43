// Following a person: shown at once, kept until the server has it, undone when the server refuses.
import { atom } from 'jotai/vanilla';
import type { UserView } from '../../../api/contract/accounts.ts';
import type { Actions } from '../../../api/contract/actions.ts';
import { type Refusal, refusalsAtom, sendWriteAtom } from '../../state/outbox.ts';
import './writes.ts';

function followedBy({ action, body }: Refusal): string | undefined {
  if (action === 'addFollow') return (body as Actions['addFollow']['body']).follow.followingId;
  return action === 'removeFollow' ? (body as Actions['removeFollow']['body']).followId : undefined;
}

export const toggleFollowAtom = atom(null, async (get, set, { id, isFollowed }: UserView): Promise<void> => {
  set(
    refusalsAtom,
    get(refusalsAtom).filter((each) => followedBy(each) !== id),
  );
  if (isFollowed) await set(sendWriteAtom, 'removeFollow', { followId: id });
  else await set(sendWriteAtom, 'addFollow', { follow: { followingId: id } });
});

/** Person → why the server refused the last follow or unfollow in this visit. */
export const followRefusalsAtom = atom(
  (get) => new Map(get(refusalsAtom).map((each) => [followedBy(each), each.code])),
);
