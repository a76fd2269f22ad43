// Reads the activities of one account.
import { type Selectable, sql } from 'kysely';
import { isShownOrMissing } from '../blocks/queries.ts';
import { MAX_NEWS } from '../contract/limits.ts';
import type { Db } from '../db/client.ts';
import type { ActivitiesTable } from '../db/tables/news.ts';
import type { NewsPage } from '../notifications/page.ts';
import { isAfter, NEWS_AGE_MS } from '../notifications/queries.ts';

/** Activities about deleted tracks are shown, those about deleted accounts are not. */
function visible(db: Db, accountId: string, now: number) {
  return db
    .selectFrom('activities')
    .leftJoin('accounts', 'accounts.id', 'activities.other_account_id')
    .leftJoin('tracks', (join) =>
      join.onRef('tracks.id', '=', 'activities.track_id').on('tracks.status', '=', sql.lit('active')),
    )
    .where('activities.account_id', '=', accountId)
    .where('activities.created_at', '>', now - NEWS_AGE_MS)
    .where(isShownOrMissing(accountId));
}

/** Newest first: all stored ones, or a page and one more. */
export function activitiesOf(db: Db, accountId: string, now: number, page?: NewsPage) {
  return visible(db, accountId, now)
    .selectAll('activities')
    .select([
      'accounts.username',
      'tracks.id as heard_id',
      'tracks.title as heard_title',
      'tracks.cover as heard_cover',
    ])
    .where(page?.after ? isAfter('activities', page.after) : sql<boolean>`true`)
    .orderBy('activities.created_at', 'desc')
    .orderBy('activities.id', 'desc')
    .limit(page ? page.limit + 1 : MAX_NEWS)
    .execute();
}

export type ActivityRow = Awaited<ReturnType<typeof activitiesOf>>[number];

export async function unreadActivities(db: Db, accountId: string, now: number): Promise<number> {
  const counted = await visible(db, accountId, now)
    .where('activities.is_read', '=', 0)
    .select(sql<number>`count(*)`.as('n'))
    .executeTakeFirst();
  return counted?.n ?? 0;
}

export type StoredActivity = Selectable<ActivitiesTable>;

/** Includes rows too old to be shown. */
export const storedActivitiesOf = (db: Db, accountId: string): Promise<StoredActivity[]> =>
  db.selectFrom('activities').selectAll().where('account_id', '=', accountId).execute();
