// Records the activities of an account. Call inside the transaction of the action.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { MAX_NEWS } from '../contract/limits.ts';
import type { ActivityType } from '../contract/news.ts';
import type { Db } from '../db/client.ts';
import { keepNewest } from '../db/newest.ts';
import { goesWithTheAccount, type PersonalPart } from '../db/personal.ts';
import type { ChosenNews } from '../notifications/page.ts';
import { isChosen } from '../notifications/queries.ts';
import { exportedActivity } from './present.ts';
import { storedActivitiesOf } from './queries.ts';

interface NewActivity {
  accountId: string;
  type: ActivityType;
  trackId?: string | null;
  trackTitle?: string | null;
  /** The track's owner, or the followed account. */
  otherAccountId?: string | null;
  commentText?: string | null;
  /** The quoted comment: deleting it deletes this row. */
  commentId?: string | null;
}

export async function recordActivity(db: Db, activity: NewActivity, now: number): Promise<void> {
  // Part of every like: raw SQL takes a fifth of the query builder's time.
  await sql`insert into activities
    (id, account_id, type, track_id, track_title, other_account_id, comment_text, comment_id, is_read, created_at)
    values (${randomUUID()}, ${activity.accountId}, ${activity.type}, ${activity.trackId ?? null},
      ${activity.trackTitle ?? null}, ${activity.otherAccountId ?? null}, ${activity.commentText ?? null},
      ${activity.commentId ?? null}, 0, ${now})`.execute(db);
  await keepNewest(db, 'activities', activity.accountId, MAX_NEWS);
}

/** Only the account's own. Returns how many. */
export async function markActivities(db: Db, accountId: string, chosen: ChosenNews): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('activities')
    .set({ is_read: 1 })
    .where('account_id', '=', accountId)
    .where(isChosen(chosen))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Only the account's own. Returns how many. */
export async function removeActivities(db: Db, accountId: string, chosen: ChosenNews): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('activities')
    .where('account_id', '=', accountId)
    .where(isChosen(chosen))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Before merging a guest: removes activities about themselves. */
async function dropDoubleActivities(db: Db, guest: string, account: string): Promise<void> {
  await sql`delete from activities where type in ('my_like', 'my_follow')
    and (account_id = ${guest} and other_account_id = ${account}
      or account_id = ${account} and other_account_id = ${guest})`.execute(db);
}

export const personalActivities: PersonalPart<'activities', 'activities'> = {
  ...goesWithTheAccount,
  columns: { activities: ['account_id', 'other_account_id'] },
  missed: [],
  exportOf: async (db, id) => ({ activities: (await storedActivitiesOf(db, id)).map(exportedActivity) }),
  dropDoubles: dropDoubleActivities,
};
