// What becomes of the guest this browser was when somebody signs in. Merging without a word would tie anonymous
// recordings to a name, leaving without a word would lose them: the person says which.
import type { Viewer } from '../action.ts';
import type { GuestRows } from '../contract/accounts.ts';
import type { Db } from '../db/client.ts';
import { ApiError } from '../errors.ts';
import { guestHasRows, moveGuestRows } from './guestStore.ts';
import { endSession } from './queries.ts';

/** The guest of this session now; it may have registered or ended since the request came. */
async function guestOf(db: Db, { tokenHash }: Viewer): Promise<string | null> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select('accounts.id')
    .where('sessions.token_hash', '=', tokenHash)
    .where('accounts.role', '=', 'guest')
    .where('accounts.password_hash', 'is', null)
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * Ends the session the caller came with. Throws `guest_has_rows` when it is a guest's who has something and `wanted` is
 * not said. Call inside the transaction that signs in, after the secret has been proven.
 */
export async function leaveSession(
  db: Db,
  viewer: Viewer | null,
  account: { id: string; username: string },
  wanted: GuestRows | undefined,
): Promise<void> {
  if (!viewer) return;
  const guest = await guestOf(db, viewer);
  if (guest !== null && guest !== account.id) {
    if (wanted === 'keep') return moveGuestRows(db, guest, account);
    if (wanted === undefined && (await guestHasRows(db, guest))) {
      throw new ApiError('guest_has_rows', 'Say with guestRows whether to keep or leave what the guest has');
    }
  }
  await endSession(db, viewer.tokenHash);
}
