// SQL of the table of people.
import { type RawBuilder, sql } from 'kysely';
import type { UserSort } from '../contract/overview.ts';
import type { Db } from '../db/client.ts';
import { idList } from '../db/lists.ts';
import { readTotals } from '../db/totals.ts';
import {
  type Asked,
  countOfFew,
  countOfRows,
  cutPage,
  exactly,
  type SortKey,
  sortColumns,
  type Total,
  wordsIn,
} from './pageQueries.ts';
import { holds, peopleCalled } from './wordQueries.ts';

export interface UsersAsked extends Asked {
  sort?: UserSort | undefined;
  search?: string | undefined;
  user?: string | undefined;
}

const SORTS: Record<UserSort, RawBuilder<unknown>> = {
  registered: sql`accounts.created_at`,
  username: sql`accounts.username_key`,
  email: sql`coalesce(accounts.email, '')`,
  uploads: sql`accounts.total_uploads`,
  likes: sql`accounts.total_likes`,
  verified: sql`accounts.is_verified`,
  role: sql`accounts.role`,
};

/** Ids of whom a search finds, when they are few; null for many, and without words. `address`: e-mail addresses count, too. */
export const fewUsers = async (db: Db, asked: UsersAsked, address: boolean): Promise<string[] | null> =>
  wordsIn(asked) === '' ? null : peopleCalled(db, wordsIn(asked), address);

function selectRows(db: Db, asked: UsersAsked, address: boolean, few: readonly string[] | null) {
  let select = db.selectFrom('accounts').where('accounts.deleted_at', 'is', null);
  const columns = [sql`accounts.username`, ...(address ? [sql`coalesce(accounts.email, '')`] : [])];
  if (few !== null) select = select.where(sql<boolean>`accounts.id in ${idList(few)}`);
  else if (wordsIn(asked) !== '') select = select.where(holds(columns, wordsIn(asked)));
  if (asked.user !== undefined) select = select.where('accounts.id', '=', asked.user);
  return select;
}

/** Moderators who may not see addresses cannot sort by them either: the order would give them away. */
export function usersOfTable(
  db: Db,
  asked: UsersAsked,
  address: boolean,
  few: readonly string[] | null = null,
) {
  const sort = asked.sort === 'email' && !address ? 'registered' : (asked.sort ?? 'registered');
  const key: SortKey = [SORTS[sort], sql`accounts.id`];
  return cutPage(
    selectRows(db, asked, address, few)
      .select([
        'accounts.id',
        'accounts.username',
        'accounts.email',
        'accounts.role',
        'accounts.total_uploads',
        'accounts.total_likes',
        'accounts.is_verified',
        'accounts.created_at',
      ])
      .select(sql<0 | 1>`accounts.password_hash is not null`.as('has_password'))
      .select(sortColumns(key)),
    key,
    asked,
  ).execute();
}

export type UserTable = Awaited<ReturnType<typeof usersOfTable>>;

/** Then all who are found are shown, and nobody has to be looked at. */
async function isNobodyDeleted(db: Db): Promise<boolean> {
  const of = await readTotals(db);
  return of('accounts') === of('open accounts');
}

export async function countUsers(
  db: Db,
  asked: UsersAsked,
  address: boolean,
  few: readonly string[] | null,
): Promise<Total> {
  if (wordsIn(asked) === '' && asked.user === undefined)
    return exactly((await readTotals(db))('open accounts'));
  if (few === null && asked.user === undefined && (await isNobodyDeleted(db))) return countOfFew(null);
  return countOfRows(db, sql`${selectRows(db, asked, address, few).select('accounts.id')}`);
}
