// SQL of the table of people.
import { type RawBuilder, sql } from 'kysely';
import type { UserSort } from '../contract/overview.ts';
import type { Db } from '../db/client.ts';
import { type Asked, cutPage, type SortKey, sortColumns } from './pageQueries.ts';
import { holds } from './wordQueries.ts';

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

/** `address`: e-mail addresses are looked at, too. */
function selectRows(db: Db, { search = '', user }: UsersAsked, address: boolean) {
  let select = db.selectFrom('accounts').where('accounts.deleted_at', 'is', null);
  const columns = [sql`accounts.username`, ...(address ? [sql`coalesce(accounts.email, '')`] : [])];
  if (search.trim() !== '') select = select.where(holds(columns, search));
  if (user !== undefined) select = select.where('accounts.id', '=', user);
  return select;
}

/** Moderators who may not see addresses cannot sort by them either: the order would give them away. */
export function usersOfTable(db: Db, asked: UsersAsked, address: boolean) {
  const sort = asked.sort === 'email' && !address ? 'registered' : (asked.sort ?? 'registered');
  const key: SortKey = [SORTS[sort], sql`accounts.id`];
  return cutPage(
    selectRows(db, asked, address)
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

export async function countUsers(db: Db, asked: UsersAsked, address: boolean): Promise<number> {
  const row = await selectRows(db, asked, address)
    .select(sql<number>`count(*)`.as('n'))
    .executeTakeFirstOrThrow();
  return row.n;
}
