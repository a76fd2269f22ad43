// Writes accounts and their old usernames. Call inside the transaction of the action.
import { randomUUID } from 'node:crypto';
import { sql, type Updateable } from 'kysely';
import { RETENTION } from '../contract/retention.ts';
import type { Role } from '../contract/roles.ts';
import type { Db } from '../db/client.ts';
import { moveCounter, type Step } from '../db/counters.ts';
import { databaseFault } from '../db/faults.ts';
import { noteDecision, noteErased } from '../db/ledger.ts';
import { idList } from '../db/lists.ts';
import { goesWithTheAccount, type PersonalPart } from '../db/personal.ts';
import type { AccountsTable } from '../db/tables/accounts.ts';
import { ApiError } from '../errors.ts';
import { exportedAccount, exportedOldName } from './present.ts';
import { type AccountRow, accountRow, isHeldName, oldNamesOf } from './queries.ts';
import { lookAlikeKey } from './reservedNames.ts';
import { randomHandle, usernameKey } from './rules.ts';

/** How long links with an old username work. */
const OLD_NAME_MS = RETENTION.oldNamesDays * 24 * 3600 * 1000;

interface NewAccount {
  id?: string;
  username: string;
  role: Role;
  passwordHash?: string | null;
  bio?: string;
  tags?: readonly string[];
  /** Created by the installation: a verified account that cannot sign in. */
  isDemo?: boolean;
}

/** Throws a duplicate fault if the name is taken. */
export async function insertAccount(db: Db, account: NewAccount, now: number): Promise<string> {
  const id = account.id ?? randomUUID();
  const isDemo = account.isDemo ? 1 : 0;
  await db
    .insertInto('accounts')
    .values({
      id,
      username: account.username,
      username_key: usernameKey(account.username),
      role: account.role,
      password_hash: account.passwordHash ?? null,
      recovery_hash: null,
      email: null,
      bio: account.bio ?? '',
      tags_json: JSON.stringify(account.tags ?? []),
      preferences_json: '{}',
      is_verified: isDemo,
      is_demo: isDemo,
      adult_confirmed_at: null,
      total_uploads: 0,
      total_likes: 0,
      followers_count: 0,
      following_count: 0,
      created_at: now,
      last_seen_at: now,
      deleted_at: null,
    })
    .execute();
  return id;
}

/** Creates a guest account with a random username that is not taken. */
export async function insertGuest(db: Db, now: number): Promise<{ id: string; username: string }> {
  for (let attempt = 0; ; attempt++) {
    const username = randomHandle();
    try {
      return { id: await insertAccount(db, { username, role: 'guest' }, now), username };
    } catch (error) {
      if (databaseFault(error) !== 'duplicate' || attempt >= 5) throw error;
    }
  }
}

export const nameTaken = () => new ApiError('username_taken', 'This username is taken');

/** Runs a write that assigns a name. Throws `username_taken`. */
export const givingName = <T>(write: Promise<T>): Promise<T> =>
  write.catch((error) => {
    throw databaseFault(error) === 'duplicate' ? nameTaken() : error;
  });

/** Turns a guest into a user. Throws `username_taken`; false if it is no longer a guest. */
export async function registerGuest(
  db: Db,
  id: string,
  account: { username: string; passwordHash: string; recoveryHash: string; email: string | null },
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await givingName(
    db
      .updateTable('accounts')
      .set({
        username: account.username,
        username_key: usernameKey(account.username),
        role: 'user',
        password_hash: account.passwordHash,
        recovery_hash: account.recoveryHash,
        email: account.email,
        adult_confirmed_at: now,
      })
      .where('id', '=', id)
      .where('role', '=', 'guest')
      .executeTakeFirst(),
  );
  return numUpdatedRows === 1n;
}

type Credentials = Pick<Updateable<AccountsTable>, 'role' | 'password_hash' | 'recovery_hash'>;

/** Credentials and role of an account. */
export async function setCredentials(db: Db, id: string, credentials: Credentials): Promise<void> {
  await db.updateTable('accounts').set(credentials).where('id', '=', id).execute();
}

/** False if `usedHash` is no longer the recovery code's: it was used meanwhile. */
export async function recoverCredentials(
  db: Db,
  id: string,
  usedHash: string | null,
  next: { passwordHash: string; recoveryHash: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('accounts')
    .set({ password_hash: next.passwordHash, recovery_hash: next.recoveryHash })
    .where('id', '=', id)
    .where('recovery_hash', '=', usedHash)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Old links with the previous name keep working. Throws `username_taken`. */
export async function renameAccount(
  db: Db,
  account: Pick<AccountRow, 'id' | 'username_key'>,
  username: string,
  now: number,
): Promise<void> {
  const key = usernameKey(username);
  if (await isHeldName(db, username, account.id, now)) throw nameTaken();
  await givingName(
    db.updateTable('accounts').set({ username, username_key: key }).where('id', '=', account.id).execute(),
  );
  if (key === account.username_key) return;
  const until = now + OLD_NAME_MS;
  await db
    .insertInto('old_usernames')
    .values({ username_key: account.username_key, account_id: account.id, until })
    .onConflict((conflict) => conflict.column('username_key').doUpdateSet({ account_id: account.id, until }))
    .execute();
}

type Profile = Pick<Updateable<AccountsTable>, 'bio' | 'tags_json' | 'email' | 'preferences_json'>;

export async function updateProfile(db: Db, id: string, changes: Profile): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await db.updateTable('accounts').set(changes).where('id', '=', id).execute();
}

export async function noteSeen(db: Db, id: string, now: number): Promise<void> {
  await db.updateTable('accounts').set({ last_seen_at: now }).where('id', '=', id).execute();
}

type AccountCounter = 'total_uploads' | 'total_plays' | 'total_likes' | 'followers_count' | 'following_count';

/** For callers that add or remove a counted row. */
export const countOnAccounts = (db: Db, counter: AccountCounter, steps: readonly Step[]): Promise<void> =>
  moveCounter(db, 'accounts', counter, steps);

/** Recomputes the counters. */
export async function recountAccounts(db: Db, ids: readonly string[]): Promise<void> {
  await sql`update accounts set
    total_uploads = (select count(*) from tracks where account_id = accounts.id and status <> 'removed'),
    total_plays = (select coalesce(sum(plays), 0) from tracks where account_id = accounts.id and status <> 'removed'),
    total_likes = (select coalesce(sum(likes), 0) from tracks where account_id = accounts.id and status <> 'removed'),
    followers_count = (select count(*) from follows where following_id = accounts.id),
    following_count = (select count(*) from follows where follower_id = accounts.id)
    where id in ${idList(ids)}`.execute(db);
}

/** Plans the deletion of an account (milliseconds since 1970), or cancels it (null). Notes it in the ledger for restores. */
export async function setErasure(db: Db, id: string, eraseAt: number | null, now: number): Promise<void> {
  await repeatErasure(db, id, eraseAt);
  await noteDecision(db, 'erasurePlanned', id, { eraseAt }, now);
}

/** For replaying the ledger: writes no ledger entry. */
export async function repeatErasure(db: Db, id: string, eraseAt: number | null): Promise<void> {
  await db.updateTable('accounts').set({ erase_at: eraseAt }).where('id', '=', id).execute();
}

const DAY_MS = 24 * 3600 * 1000;

/** Reserves the name of a removed account, and those that look like it, for a year. Notes it in the ledger for restores. */
export async function reserveName(db: Db, username: string, now: number): Promise<void> {
  const key = lookAlikeKey(username);
  const until = now + RETENTION.reservedNamesDays * DAY_MS;
  await repeatReservation(db, key, until);
  await noteDecision(db, 'nameReserved', key, { until }, now);
}

/** For replaying the ledger: writes no ledger entry. */
export async function repeatReservation(db: Db, key: string, until: number): Promise<void> {
  await db
    .insertInto('reserved_names')
    .values({ name_key: key, until })
    .onConflict((conflict) => conflict.column('name_key').doUpdateSet({ until }))
    .execute();
}

/** Rows that refer to the account are deleted with it. */
export async function removeAccount(db: Db, id: string): Promise<void> {
  await db.deleteFrom('accounts').where('id', '=', id).execute();
}

export const personalAccounts: PersonalPart<'accounts' | 'old_usernames', 'account' | 'oldUsernames'> = {
  ...goesWithTheAccount,
  columns: { accounts: [], old_usernames: ['account_id'] },
  missed: [],
  exportOf: async (db, id) => ({
    account: exportedAccount(await accountRow(db, id)),
    oldUsernames: (await oldNamesOf(db, id)).map(exportedOldName),
  }),
  async eraseOf(db, id, now) {
    await removeAccount(db, id);
    await noteErased(db, 'account', [id], now);
    return [];
  },
};
