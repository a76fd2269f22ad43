// Writing accounts and the names they had. Call inside the transaction of the deed.
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
  /** Made by the installation itself: a verified account nobody signs in to. */
  isDemo?: boolean;
}

/** Throws the duplicate fault when the name is taken. */
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

/** A write that gives a name; throws `username_taken` when somebody was faster. */
export const givingName = <T>(write: Promise<T>): Promise<T> =>
  write.catch((error) => {
    throw databaseFault(error) === 'duplicate' ? nameTaken() : error;
  });

/** A guest becomes a user in place. Throws `username_taken`; false when it is no guest any more. */
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

/** What somebody signs in with, and with which rights. */
export async function setCredentials(db: Db, id: string, credentials: Credentials): Promise<void> {
  await db.updateTable('accounts').set(credentials).where('id', '=', id).execute();
}

/** False when `usedHash` is the recovery code's no more: it was used meanwhile. */
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

/** Keeps the old name for its links. Throws `username_taken`. */
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

/** For who adds or takes away a row that is counted. */
export const countOnAccounts = (db: Db, counter: AccountCounter, steps: readonly Step[]): Promise<void> =>
  moveCounter(db, 'accounts', counter, steps);

/** Counters as the rows say. */
export async function recountAccounts(db: Db, ids: readonly string[]): Promise<void> {
  await sql`update accounts set
    total_uploads = (select count(*) from tracks where account_id = accounts.id),
    total_plays = (select coalesce(sum(plays), 0) from tracks where account_id = accounts.id),
    total_likes = (select coalesce(sum(likes), 0) from tracks where account_id = accounts.id),
    followers_count = (select count(*) from follows where following_id = accounts.id),
    following_count = (select count(*) from follows where follower_id = accounts.id)
    where id in ${idList(ids)}`.execute(db);
}

/** When the account goes, milliseconds since 1970; null: it stays. A restore knows it, too. */
export async function setErasure(db: Db, id: string, eraseAt: number | null, now: number): Promise<void> {
  await repeatErasure(db, id, eraseAt);
  await noteDecision(db, 'erasurePlanned', id, { eraseAt }, now);
}

/** Without a note: for who repeats what is noted already. */
export async function repeatErasure(db: Db, id: string, eraseAt: number | null): Promise<void> {
  await db.updateTable('accounts').set({ erase_at: eraseAt }).where('id', '=', id).execute();
}

/** Rows that refer to the account go with it. */
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
