// Reads accounts by id, name or session.
import { type Selectable, sql } from 'kysely';
import type { Role } from '../contract/roles.ts';
import type { Db } from '../db/client.ts';
import { either } from '../db/dialect.ts';
import type { AccountsTable } from '../db/tables/accounts.ts';
import { lookAlikeKey } from './reservedNames.ts';
import { usernameKey } from './rules.ts';

export type AccountRow = Selectable<AccountsTable>;

export function findAccount(db: Db, id: string): Promise<AccountRow | undefined> {
  return db
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Includes accounts about to be deleted. Throws for an unknown id. */
export const accountRow = (db: Db, id: string): Promise<AccountRow> =>
  db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

export function findAccountByName(db: Db, username: string): Promise<AccountRow | undefined> {
  return db
    .selectFrom('accounts')
    .selectAll()
    .where('username_key', '=', usernameKey(username))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/**
 * Whether this is a recent name of an account other than `except`, so that links still lead there and the name is taken. Call
 * inside the transaction that assigns the name.
 */
export async function isHeldName(
  db: Db,
  username: string,
  except: string | null,
  now: number,
): Promise<boolean> {
  const previous = await db
    .selectFrom('old_usernames')
    .select('account_id')
    .where('username_key', '=', usernameKey(username))
    .where('until', '>', now)
    .where('account_id', '<>', except ?? '')
    .executeTakeFirst();
  return previous !== undefined || isReserved(db, username, except, now);
}

/** Whether it looks like the name of a removed account. The account `except` may change the spelling of its own name. */
async function isReserved(db: Db, username: string, except: string | null, now: number): Promise<boolean> {
  const reserved = await db
    .selectFrom('reserved_names')
    .select('name_key')
    .where('name_key', '=', lookAlikeKey(username))
    .where('until', '>', now)
    .executeTakeFirst();
  if (!reserved) return false;
  const own = except === null ? undefined : await findAccount(db, except);
  return own === undefined || usernameKey(own.username) !== usernameKey(username);
}

/** By id, username or old username. */
export async function findPerson(db: Db, idOrName: string, now: number): Promise<AccountRow | undefined> {
  const known = (await findAccount(db, idOrName)) ?? (await findAccountByName(db, idOrName));
  if (known) return known;
  const old = await db
    .selectFrom('old_usernames')
    .select('account_id')
    .where('username_key', '=', usernameKey(idOrName))
    .where('until', '>', now)
    .executeTakeFirst();
  return old && findAccount(db, old.account_id);
}

/** The account of a session not older than this (milliseconds since 1970). */
export const accountOfSession = (
  db: Db,
  tokenHash: string,
  { createdAfter, seenAfter }: { createdAfter: number; seenAfter: number },
) =>
  db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select(['accounts.id', 'accounts.username', 'accounts.role', 'sessions.last_seen_at'])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.created_at', '>', createdAfter)
    .where('sessions.last_seen_at', '>', seenAfter)
    .where('accounts.deleted_at', 'is', null)
    .executeTakeFirst();

/** The current guest of a session; it may have registered or been deleted meanwhile. */
export async function guestOfSession(db: Db, tokenHash: string): Promise<string | null> {
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

export function accountsAmong(db: Db, ids: readonly string[]): Promise<AccountRow[]> {
  return db
    .selectFrom('accounts')
    .selectAll()
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute();
}

/** Columns of the user list. */
export type ListedAccount = Pick<
  AccountRow,
  'id' | 'username' | 'email' | 'role' | 'total_uploads' | 'total_likes' | 'is_verified' | 'created_at'
>;

/** Newest first, at most a thousand, only the shown columns. */
export function newestAccounts(db: Db): Promise<ListedAccount[]> {
  return db
    .selectFrom('accounts')
    .select(['id', 'username', 'email', 'role', 'total_uploads', 'total_likes', 'is_verified', 'created_at'])
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1000)
    .execute();
}

/** Admins that can sign in and are not about to be deleted. */
export async function countAdmins(db: Db): Promise<number> {
  const row = await db
    .selectFrom('accounts')
    .select(sql<number>`count(*)`.as('n'))
    .where('role', '=', 'admin')
    .where('password_hash', 'is not', null)
    .where('deleted_at', 'is', null)
    .where('erase_at', 'is', null)
    .executeTakeFirstOrThrow();
  return row.n;
}

/** Whether an account other than this one has one of the roles and can sign in. */
export async function hasOthersOfRole(db: Db, accountId: string, roles: readonly Role[]): Promise<boolean> {
  const other = await db
    .selectFrom('accounts')
    .select('id')
    .where('role', 'in', roles)
    .where('id', '<>', accountId)
    .where('deleted_at', 'is', null)
    .where('erase_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

export async function ordinaryAccounts(db: Db): Promise<string[]> {
  const privileged: Role[] = ['admin', 'moderator'];
  const rows = await db.selectFrom('accounts').select('id').where('role', 'not in', privileged).execute();
  return rows.map(({ id }) => id);
}

/** Whether a joined `accounts` row allows comments, like `preferencesOf` for one account. */
export const TAKES_COMMENTS = either({
  sqlite: sql`(not json_valid(accounts.preferences_json)
    or json_type(accounts.preferences_json, '$.privacy.allowComments') is not 'false')`,
  postgres: sql`json_or_null(accounts.preferences_json) #> '{privacy,allowComments}'
    is distinct from 'false'::jsonb`,
});

/** Whether a joined `accounts` row has a public profile, like `showsProfile` for one account. */
export const SHOWS_PROFILE = either({
  sqlite: sql`(accounts.erase_at is null and (not json_valid(accounts.preferences_json)
    or json_type(accounts.preferences_json, '$.privacy.publicProfile') is not 'false'))`,
  postgres: sql`(accounts.erase_at is null and json_or_null(accounts.preferences_json) #> '{privacy,publicProfile}'
    is distinct from 'false'::jsonb)`,
});

/** Null for a deleted account. */
export async function preferencesJsonOf(db: Db, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('accounts')
    .select('preferences_json')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.preferences_json ?? null;
}

export async function isVerified(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('accounts').select('is_verified').where('id', '=', id).executeTakeFirst();
  return row?.is_verified === 1;
}

export const oldNamesOf = (db: Db, id: string) =>
  db.selectFrom('old_usernames').selectAll().where('account_id', '=', id).execute();

/** Accounts whose waiting period before deletion is over: all, or `only` this one. */
export async function dueForErasure(db: Db, now: number, only?: string): Promise<string[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('id')
    .where('erase_at', '<=', now)
    .$if(only !== undefined, (query) => query.where('id', '=', only ?? ''))
    .execute();
  return rows.map(({ id }) => id);
}

/** Guests not seen since `before`, without content that others can see: some, or `only` this one. */
export async function idleGuests(db: Db, before: number, limit: number, only?: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from accounts
    where role = 'guest' and last_seen_at < ${before} ${only === undefined ? sql`` : sql`and id = ${only}`}
      and not exists (select 1 from tracks where tracks.account_id = accounts.id)
      and not exists (select 1 from uploads where uploads.account_id = accounts.id)
      and not exists (select 1 from comments where comments.account_id = accounts.id)
      and not exists (select 1 from reports where reporter_id = accounts.id and status <> 'resolved')
    limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Ids of all moderators and admins. */
export async function moderatorIds(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('id')
    .where('role', 'in', ['moderator', 'admin'])
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Whether an account can review uploads. */
export const hasModerators = async (db: Db): Promise<boolean> => (await moderatorIds(db)).length > 0;

/** Whether there is an admin, who can approve uploads and assign roles. */
export async function hasAdmin(db: Db): Promise<boolean> {
  return (
    (await db.selectFrom('accounts').select('id').where('role', '=', 'admin').executeTakeFirst()) !==
    undefined
  );
}
