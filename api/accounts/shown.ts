// Looks up another account. Hidden profiles and missing accounts look the same.
import type { Viewer } from '../action.ts';
import type { Db } from '../db/client.ts';
import { notFound } from '../errors.ts';
import { showsProfile } from './policy.ts';
import { type AccountRow, findPerson } from './queries.ts';

/** By id, username or an old username; throws `not_found`. */
export async function shownPerson(
  db: Db,
  idOrName: string,
  viewer: Viewer | null,
  now: number,
): Promise<AccountRow> {
  const account = await findPerson(db, idOrName, now);
  if (!account || !showsProfile(account, viewer)) throw notFound('User');
  return account;
}
