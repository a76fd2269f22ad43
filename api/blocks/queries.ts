// Decides who is hidden from whom, for all lists of recordings, comments, notifications and activities. A viewer without
// blocks pays one index lookup per query, a visitor nothing.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/client.ts';
import { idList } from '../db/lists.ts';

/** Whether the viewer has neither muted nor blocked the person in `column`. */
export const isNotHidden = (viewerId: string | null, column: string): RawBuilder<boolean> =>
  viewerId === null
    ? sql`true`
    : sql`${sql.ref(column)} not in (select other_id from blocks where account_id = ${viewerId})`;

/** Whether a joined `accounts` row is shown: not hidden by the viewer, and not about to be deleted unless it is their own. */
export const isShown = (viewerId: string | null): RawBuilder<boolean> =>
  sql`accounts.deleted_at is null
    and (accounts.erase_at is null or accounts.id = ${viewerId ?? ''})
    and ${isNotHidden(viewerId, 'accounts.id')}`;

/** The same for a left join: a missing account hides nothing. */
export const isShownOrMissing = (viewerId: string | null): RawBuilder<boolean> =>
  sql`(accounts.id is null or ${isShown(viewerId)})`;

/** Whether the account in `column` has not blocked the viewer. */
export const letsActHere = (viewerId: string | null, column: string): RawBuilder<boolean> =>
  viewerId === null
    ? sql`true`
    : sql`not exists (select 1 from blocks
        where account_id = ${sql.ref(column)} and other_id = ${viewerId} and kind = 'block')`;

/** Those of `accountIds` that may see other comment counts than a visitor: they hide someone or are about to be deleted. */
export async function withOwnCounts(db: Db, accountIds: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('accounts')
    .select('id')
    .where(sql<boolean>`id in ${idList(accountIds)}`)
    .where(
      sql<boolean>`(erase_at is not null or exists (select 1 from blocks where account_id = accounts.id))`,
    )
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** The block of `otherId` by `accountId`, or null. */
export async function blockOf(db: Db, accountId: string, otherId: string): Promise<'mute' | 'block' | null> {
  const row = await db
    .selectFrom('blocks')
    .select('kind')
    .where('account_id', '=', accountId)
    .where('other_id', '=', otherId)
    .executeTakeFirst();
  return row?.kind ?? null;
}

/** Newest first, with current usernames. */
export const blocksOf = (db: Db, accountId: string) =>
  db
    .selectFrom('blocks')
    .innerJoin('accounts', 'accounts.id', 'blocks.other_id')
    .select(['blocks.other_id', 'blocks.kind', 'blocks.created_at', 'accounts.username'])
    .where('blocks.account_id', '=', accountId)
    .where('accounts.deleted_at', 'is', null)
    .orderBy('blocks.created_at', 'desc')
    .orderBy('blocks.other_id')
    .execute();

export type BlockRow = Awaited<ReturnType<typeof blocksOf>>[number];
