// Deletes by age, by the numbers of `contract/retention.ts`: counters and file hashes, their addresses, decided uploads,
// news, settled reports, spent tickets once they have expired, answers for repeats, old names, listening windows, idle
// guests without content.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { dueForErasure, idleGuests } from '../accounts/queries.ts';
import { IDEMPOTENCY_KEPT_MS } from '../contract/idempotency.ts';
import { RETENTION } from '../contract/retention.ts';
import type { Schema } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { pruneEvents } from '../events/queries.ts';
import { NEWS_AGE_MS } from '../notifications/queries.ts';
import { eraseAccount, eraseRecordingsAhead } from '../profiles/erase.ts';
import { forgetListeningSalt, WINDOW_MS } from '../tracks/store.ts';
import { forgetAddresses } from '../uploads/store.ts';
import { deleteAged } from './aged.ts';

const DAY_MS = 24 * 3600 * 1000;
/** Guests erased in one run: each is one transaction. */
const GUESTS_PER_RUN = 500;

export interface RetentionReport {
  uploadEvents: number;
  decidedUploads: number;
  news: number;
  sessions: number;
  guests: number;
  accounts: number;
  /** Ids of the accounts that were erased, guests included. */
  erased: string[];
}

/**
 * Removes what is too old by `now`; the schedule hands in the time of deletions (`effectiveTime.ts`). Safe to run at any
 * time and as often as one likes.
 */
export async function retain(deps: Pick<Deps, 'db' | 'emptyLog' | 'env' | 'now'>): Promise<RetentionReport> {
  const { db, env } = deps;
  const time = deps.now();
  const news = time - NEWS_AGE_MS;
  const idle = time - env.sessionIdleDays * DAY_MS;
  const oldest = time - env.sessionMaxDays * DAY_MS;
  const window = Math.floor((time - RETENTION.listeningsDays * DAY_MS) / WINDOW_MS);
  const aged = (table: keyof Schema, key: readonly string[], isTooOld: RawBuilder<unknown>) =>
    deleteAged(db, table, key, isTooOld);
  const report = {
    uploadEvents: await aged(
      'upload_events',
      ['id'],
      sql`created_at < ${time - RETENTION.countersDays * DAY_MS}`,
    ),
    decidedUploads: await aged(
      'uploads',
      ['id'],
      sql`decided_at < ${time - RETENTION.decidedUploadsDays * DAY_MS}`,
    ),
    news:
      (await aged('notifications', ['id'], sql`created_at < ${news}`)) +
      (await aged('activities', ['id'], sql`created_at < ${news}`)),
    sessions: await aged('sessions', ['token_hash'], sql`last_seen_at < ${idle} or created_at < ${oldest}`),
  };
  // As long as the decision can be appealed; the reported words go with it.
  await aged('reports', ['id'], sql`status = 'resolved' and reviewed_at < ${news}`);
  await aged('spent_tickets', ['nonce'], sql`expires_at < ${time - DAY_MS}`);
  await aged('moves', ['account_id'], sql`expires_at < ${time}`);
  await aged(
    'ended_sessions',
    ['token_hash'],
    sql`ended_at < ${time - RETENTION.endedSessionsDays * DAY_MS}`,
  );
  await aged(
    'idempotency_keys',
    ['account_id', 'key_hash'],
    sql`created_at <= ${time - IDEMPOTENCY_KEPT_MS}`,
  );
  await aged('old_usernames', ['username_key'], sql`until < ${time}`);
  await aged('listenings', ['track_id', 'token', 'window'], sql`"window" < ${window}`);
  await forgetListeningSalt(db, time);
  await forgetAddresses(db, time - RETENTION.addressesDays * DAY_MS);
  await pruneEvents(db, time);
  const guests = await idleGuests(db, time - RETENTION.idleGuestsDays * DAY_MS, GUESTS_PER_RUN);
  await erase(db, guests, time);
  const accounts = await dueForErasure(db, time);
  await erase(db, accounts, time);
  await deps.emptyLog();
  const erased = [...guests, ...accounts];
  return { ...report, guests: guests.length, accounts: accounts.length, erased };
}

/** Each in a transaction of its own, or in some when it has very many recordings; blobs are unlinked by the next run. */
async function erase(db: Kysely<Schema>, accounts: readonly string[], now: number): Promise<void> {
  for (const id of accounts) {
    await eraseRecordingsAhead(db, id, now);
    await db.transaction().execute((tx) => eraseAccount(tx, id, now));
  }
}
