// Whose upload it is: an account that still exists, and the one the body names.
import { findAccount } from '../accounts/queries.ts';
import type { Db } from '../db/client.ts';
import { ApiError } from '../errors.ts';
import type { UploadFields } from './fields.ts';

/** The account's name. Throws `cap_token_invalid` when it has left: asked again in the upload's transaction. */
export async function requireOwner(db: Db, accountId: string): Promise<string> {
  const account = await findAccount(db, accountId);
  if (!account) throw new ApiError('cap_token_invalid', 'The account of this capToken is gone');
  return account.username;
}

/** Throws `cap_token_invalid` or `identity_mismatch`. */
export async function checkOwner(
  db: Db,
  accountId: string,
  { userId, username }: Pick<UploadFields, 'userId' | 'username'>,
): Promise<void> {
  const name = await requireOwner(db, accountId);
  if ((userId !== null && userId !== accountId) || (username !== null && username !== name)) {
    throw new ApiError('identity_mismatch', 'The upload belongs to another account than it names');
  }
}
