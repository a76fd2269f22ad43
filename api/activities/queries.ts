// Reading activities; only ever those of one person.
import type { Db } from '../db/client.ts';
import { NEWS_AGE_MS, NEWS_KEPT } from '../notifications/queries.ts';

export function activitiesOf(db: Db, accountId: string, now: number) {
  return db
    .selectFrom('activities')
    .leftJoin('accounts', 'accounts.id', 'activities.other_account_id')
    .selectAll('activities')
    .select('accounts.username')
    .where('activities.account_id', '=', accountId)
    .where('activities.created_at', '>', now - NEWS_AGE_MS)
    .orderBy('activities.created_at', 'desc')
    .orderBy('activities.id', 'desc')
    .limit(NEWS_KEPT)
    .execute();
}

export type ActivityRow = Awaited<ReturnType<typeof activitiesOf>>[number];

/** Also those older than anybody is shown. */
export const storedActivitiesOf = (db: Db, accountId: string) =>
  db.selectFrom('activities').selectAll().where('account_id', '=', accountId).execute();
