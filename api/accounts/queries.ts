// SQL of accounts.
import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Role } from '../contract/accounts.ts';
import type { Db } from '../db/client.ts';
import { databaseFault } from '../db/faults.ts';
import type { AccountsTable } from '../db/schema.ts';
import { randomHandle, usernameKey } from './rules.ts';

export type AccountRow = Selectable<AccountsTable>;

export function findAccount(db: Db, id: string): Promise<AccountRow | undefined> {
  return db
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export function findAccountByName(db: Db, username: string): Promise<AccountRow | undefined> {
  return db
    .selectFrom('accounts')
    .selectAll()
    .where('username_key', '=', usernameKey(username))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/**
 * Whether links with this name still lead to an account other than `except` that was called so (K15). Nobody may take
 * the name until then. Ask inside the transaction that gives it.
 */
export async function isHeldName(
  db: Db,
  username: string,
  except: string | null,
  now: number,
): Promise<boolean> {
  const held = await db
    .selectFrom('old_usernames')
    .select('account_id')
    .where('username_key', '=', usernameKey(username))
    .where('until', '>', now)
    .where('account_id', '<>', except ?? '')
    .executeTakeFirst();
  return held !== undefined;
}

export interface NewAccount {
  id?: string;
  username: string;
  role: Role;
  passwordHash?: string | null;
}

/** Throws SQLite's duplicate fault when the name is taken. */
export async function insertAccount(db: Db, account: NewAccount, now: number): Promise<string> {
  const id = account.id ?? randomUUID();
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
      bio: '',
      tags_json: '[]',
      preferences_json: '{}',
      is_verified: 0,
      is_demo: 0,
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

/** A real account with a random handle (K6); tries another handle when one is taken. */
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
