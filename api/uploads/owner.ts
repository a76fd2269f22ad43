// Whose upload it is: an account that still exists, and the one the body names.
import { findAccount } from '../accounts/queries.ts';
import type { Db } from '../db/client.ts';
import { ApiError } from '../errors.ts';
import type { UploadFields } from './fields.ts';
import { refuseOtherOwner } from './policy.ts';

/** Throws `cap_token_invalid` when it has left: asked again in the upload's transaction. */
export async function requireOwner(db: Db, accountId: string): Promise<{ id: string; username: string }> {
  const account = await findAccount(db, accountId);
  if (!account) throw new ApiError('cap_token_invalid', 'The account of this capToken is gone');
  return account;
}

/** Throws `cap_token_invalid` or `identity_mismatch`. */
export async function checkOwner(
  db: Db,
  accountId: string,
  fields: Pick<UploadFields, 'userId' | 'username'>,
): Promise<void> {
  refuseOtherOwner(await requireOwner(db, accountId), fields);
}
