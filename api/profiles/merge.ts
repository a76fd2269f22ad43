// What becomes of the guest this browser was when somebody signs in. Merging without a word would tie anonymous
// recordings to a name, leaving without a word would lose them: the person says which.
import { guestOfSession } from '../accounts/queries.ts';
import { recountAccounts, removeAccount } from '../accounts/store.ts';
import type { Viewer } from '../action.ts';
import { recountComments } from '../comments/store.ts';
import type { GuestRows } from '../contract/accounts.ts';
import type { Db } from '../db/client.ts';
import { hasMissedRows, renameOwner } from '../db/personal.ts';
import { ApiError } from '../errors.ts';
import { renameInSearchRows } from '../search/indexStore.ts';
import { endSession } from '../sessions/queries.ts';
import { recountTracks } from '../tracks/store.ts';
import { commentsTouchedBy, peopleTouchedBy, tracksTouchedBy } from './mergeQueries.ts';
import { PARTS } from './parts.ts';

/** Recordings, uploads, comments, marks or follows; news alone are nothing to lose. */
async function guestHasRows(db: Db, guestId: string): Promise<boolean> {
  for (const part of PARTS) if (await hasMissedRows(db, part, guestId)) return true;
  return false;
}

/**
 * Everything of the guest becomes the account's; the guest and its sessions end. Both must exist and differ. Call inside
 * a transaction: half of it is nobody's.
 */
async function moveGuestRows(
  db: Db,
  guest: string,
  account: { id: string; username: string },
): Promise<void> {
  const tracks = await tracksTouchedBy(db, guest);
  const comments = await commentsTouchedBy(db, guest);
  const people = [account.id, ...(await peopleTouchedBy(db, guest))];
  for (const part of PARTS) await part.dropDoubles(db, guest, account.id);
  for (const part of PARTS) await renameOwner(db, part, guest, account.id);
  await removeAccount(db, guest);
  await recountTracks(db, tracks);
  await recountComments(db, comments);
  await recountAccounts(db, people);
  await renameInSearchRows(db, account.id, account.username);
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
  const guest = await guestOfSession(db, viewer.tokenHash);
  if (guest !== null && guest !== account.id) {
    if (wanted === 'keep') return moveGuestRows(db, guest, account);
    if (wanted === undefined && (await guestHasRows(db, guest))) {
      throw new ApiError('guest_has_rows', 'Say with guestRows whether to keep or leave what the guest has');
    }
  }
  await endSession(db, viewer.tokenHash);
}
