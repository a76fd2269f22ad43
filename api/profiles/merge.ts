// What happens to the guest account of this browser on sign-in. Merging would tie anonymous recordings to a name, leaving
// would lose them, so the person decides.
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

/** Whether the guest has recordings, uploads, comments, reactions or follows. Notifications do not count. */
async function guestHasRows(db: Db, guestId: string): Promise<boolean> {
  for (const part of PARTS) if (await hasMissedRows(db, part, guestId)) return true;
  return false;
}

/** Moves all data of the guest to the account and deletes the guest with its sessions. Both must exist and differ. Call inside a transaction. */
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
 * Ends the caller's previous session. Throws `guest_has_rows` if it is a guest with content and `wanted` is missing. Call
 * inside the transaction of the sign-in, after checking the secret.
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
