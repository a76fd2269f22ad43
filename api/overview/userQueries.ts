// SQL of the table of people.
import { type RawBuilder, sql } from 'kysely';
import type { UserSort } from '../contract/overview.ts';
import type { Db } from '../db/client.ts';
import { idList, numberList } from '../db/lists.ts';
import { readTotals } from '../db/totals.ts';
import { pageByDoc } from './docPages.ts';
import {
  COUNTED_AND_ONE,
  countOfFew,
  countOfRows,
  cutPage,
  exactly,
  type SortKey,
  sortColumns,
  type Total,
  wordsIn,
} from './pageQueries.ts';
import { BY_DOC, type FoundUsers, isCalled, type UsersAsked, userDocsOf } from './userWordQueries.ts';

const SORTS: Record<UserSort, RawBuilder<unknown>> = {
  registered: sql`accounts.created_at`,
  username: sql`accounts.username_key`,
  email: sql`coalesce(accounts.email, '')`,
  uploads: sql`accounts.total_uploads`,
  likes: sql`accounts.total_likes`,
  verified: sql`accounts.is_verified`,
  role: sql`accounts.role`,
};

const shown = (db: Db, { user }: UsersAsked) =>
  db
    .selectFrom('accounts')
    .where('accounts.deleted_at', 'is', null)
    .$if(user !== undefined, (some) => some.where('accounts.id', '=', user ?? ''));

/** A cross join is read in the order it is written in. */
const shownByDoc = (db: Db, docs: RawBuilder<unknown>) =>
  db
    .selectFrom('account_docs')
    .crossJoin('accounts')
    .where(sql<boolean>`account_docs.doc in ${docs}`)
    .whereRef('accounts.id', '=', 'account_docs.account_id')
    .where('accounts.deleted_at', 'is', null);

const withIds = (db: Db, asked: UsersAsked, ids: readonly string[]) =>
  shown(db, asked).where(sql<boolean>`accounts.id in ${idList(ids)}`);

const cutUsers = (select: ReturnType<typeof shown>, key: SortKey, asked: UsersAsked) =>
  cutPage(
    select
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

/** Moderators who may not see addresses cannot sort by them either: the order would give them away. */
export async function usersOfTable(
  db: Db,
  asked: UsersAsked,
  address: boolean,
  found: FoundUsers = { isFound: sql`true` },
) {
  const sort = asked.sort === 'email' && !address ? 'registered' : (asked.sort ?? 'registered');
  const key: SortKey = [SORTS[sort], sql`accounts.id`];
  if ('docs' in found)
    return pageByDoc(asked, found.docs, {
      docsOf: (next) => userDocsOf(db, { ...asked, ...next }, address),
      rowsOf: (some) => cutUsers(shownByDoc(db, numberList(some)), BY_DOC, { ...asked, cursor: undefined }),
    });
  if ('few' in found) return cutUsers(withIds(db, asked, found.few), key, asked);
  if ('isFound' in found) return cutUsers(shown(db, asked).where(found.isFound), key, asked);
  // What it is sorted by is read of all of them, the rest of those of the page alone.
  const all = shown(db, asked).where(sql<boolean>`accounts.index_number in ${numberList(found.all)}`);
  const rows = await cutPage(all.select('accounts.id'), key, asked).execute();
  const ids = rows.map(({ id }) => id);
  return cutUsers(withIds(db, asked, ids), key, asked);
}

export type UserTable = Awaited<ReturnType<typeof usersOfTable>>;

/** Then all who are found are shown, and nobody has to be looked at. */
async function isNobodyDeleted(db: Db): Promise<boolean> {
  const of = await readTotals(db);
  return of('accounts') === of('open accounts');
}

const rowsFound = (db: Db, asked: UsersAsked, address: boolean, found: FoundUsers) => {
  if ('few' in found) return withIds(db, asked, found.few);
  if ('all' in found) return shownByDoc(db, numberList(found.all));
  if ('isFound' in found) return shown(db, asked).where(found.isFound);
  const areAll = found.docs.length < COUNTED_AND_ONE;
  return areAll ? shownByDoc(db, numberList(found.docs)) : shown(db, asked).where(isCalled(asked, address));
};

export async function countUsers(
  db: Db,
  asked: UsersAsked,
  address: boolean,
  found: FoundUsers,
): Promise<Total> {
  if (wordsIn(asked) === '' && asked.user === undefined)
    return exactly((await readTotals(db))('open accounts'));
  const areMany = 'isFound' in found && asked.user === undefined;
  const known = 'docs' in found ? found.docs : 'all' in found ? found.all : null;
  if ((areMany || known !== null) && (await isNobodyDeleted(db))) return countOfFew(known);
  return countOfRows(db, sql`(${rowsFound(db, asked, address, found).select('accounts.id')})`);
}
