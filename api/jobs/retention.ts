// What time does (S2 §9, reliability §2.4): counters and file hashes 30 days, their addresses 7, decided uploads 30 days, news 6
// months, spent tickets until they have expired, old names, listening windows, idle guests without content.
import { sql } from 'kysely';
import type { Deps } from '../deps.ts';
import { pruneEvents } from '../events/queries.ts';
import { NEWS_AGE_MS } from '../notifications/queries.ts';
import { eraseAccount } from '../profiles/erase.ts';
import { forgetAddresses } from '../uploads/queries.ts';

const DAY_MS = 24 * 3600 * 1000;
const KEPT_MS = 30 * DAY_MS;
/** The limits look back a day; a week is room for looking into a flood. */
const ADDRESS_KEPT_MS = 7 * DAY_MS;
/** Guests erased in one run: each is one transaction. */
const GUESTS_PER_RUN = 500;

export interface RetentionReport {
  uploadEvents: number;
  decidedUploads: number;
  news: number;
  guests: number;
}

/** Removes what is too old; safe to run at any time and as often as one likes. */
export async function retain(
  deps: Pick<Deps, 'db' | 'blobs' | 'emptyLog' | 'now' | 'env'>,
): Promise<RetentionReport> {
  const { db } = deps;
  const now = deps.now();
  const before = now - KEPT_MS;
  const count = (result: { numDeletedRows: bigint }) => Number(result.numDeletedRows);
  const uploadEvents = await db
    .deleteFrom('upload_events')
    .where('created_at', '<', before)
    .executeTakeFirst();
  await forgetAddresses(db, now - ADDRESS_KEPT_MS);
  const decided = await db.deleteFrom('uploads').where('decided_at', '<', before).executeTakeFirst();
  const notifications = await db
    .deleteFrom('notifications')
    .where('created_at', '<', now - NEWS_AGE_MS)
    .executeTakeFirst();
  const activities = await db
    .deleteFrom('activities')
    .where('created_at', '<', now - NEWS_AGE_MS)
    .executeTakeFirst();
  await db
    .deleteFrom('spent_tickets')
    .where('expires_at', '<', now - DAY_MS)
    .execute();
  await pruneEvents(db, now);
  await db.deleteFrom('old_usernames').where('until', '<', now).execute();
  await db
    .deleteFrom('listenings')
    .where('window', '<', Math.floor((now - DAY_MS) / (30 * 60 * 1000)))
    .execute();
  await db
    .deleteFrom('sessions')
    .where((eb) =>
      eb.or([
        eb('last_seen_at', '<', now - deps.env.sessionIdleDays * DAY_MS),
        eb('created_at', '<', now - deps.env.sessionMaxDays * DAY_MS),
      ]),
    )
    .execute();
  const guests = await eraseIdleGuests(deps, before, now);
  await deps.emptyLog();
  return {
    uploadEvents: count(uploadEvents),
    decidedUploads: count(decided),
    news: count(notifications) + count(activities),
    guests,
  };
}

/** Guests unseen for 30 days who left nothing that others can see. */
async function eraseIdleGuests(
  deps: Pick<Deps, 'db' | 'blobs'>,
  before: number,
  now: number,
): Promise<number> {
  const idle = await deps.db
    .selectFrom('accounts')
    .select('id')
    .where('role', '=', 'guest')
    .where('last_seen_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('tracks').select(sql`1`.as('one')).whereRef('tracks.account_id', '=', 'accounts.id'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('uploads').select(sql`1`.as('one')).whereRef('uploads.account_id', '=', 'accounts.id'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('comments').select(sql`1`.as('one')).whereRef('comments.account_id', '=', 'accounts.id'),
        ),
      ),
    )
    .limit(GUESTS_PER_RUN)
    .execute();
  for (const { id } of idle) await deps.db.transaction().execute((tx) => eraseAccount(tx, id, now));
  return idle.length;
}
