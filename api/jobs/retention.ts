// Deletes old data after the periods of `contract/retention.ts`: counters and file hashes with their addresses, decided uploads,
// news, resolved reports, expired tickets, answers for repeated requests, old names, listening windows, idle guests without
// content.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { dueForErasure, idleGuests } from '../accounts/queries.ts';
import { IDEMPOTENCY_KEY_MS } from '../contract/idempotency.ts';
import { RETENTION } from '../contract/retention.ts';
import type { Db } from '../db/client.ts';
import type { Schema } from '../db/schema.ts';
import { readSetting, writeSetting } from '../db/settings.ts';
import type { Deps } from '../deps.ts';
import { pruneEvents } from '../events/queries.ts';
import { NEWS_AGE_MS } from '../notifications/queries.ts';
import { eraseAccount, eraseRecordingsAhead } from '../profiles/erase.ts';
import { takedownsToErase } from '../tracks/queries.ts';
import { forgetListeningSalt, WINDOW_MS } from '../tracks/store.ts';
import { rejectionsToErase } from '../uploads/queries.ts';
import { eraseRejected, forgetAddresses, removeRecordingById } from '../uploads/store.ts';

/** Most rows that one run deletes from a table; the next run continues. */
export const ROWS_PER_RUN = 10_000;
/** Rows that one statement deletes, in a few milliseconds. */
const ROWS_AT_ONCE = 500;

/** Deletes in small steps, so that no statement holds the database for long. `key`: columns that identify a row. Returns the number of deleted rows. */
async function deleteAged(
  db: Db,
  table: keyof Schema,
  key: readonly string[],
  isTooOld: RawBuilder<unknown>,
): Promise<number> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  let deleted = 0;
  while (deleted < ROWS_PER_RUN) {
    const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where (${columns}) in (
      select ${columns} from ${sql.table(table)} where ${isTooOld} limit ${ROWS_AT_ONCE})`.execute(db);
    deleted += Number(numAffectedRows);
    if (numAffectedRows < BigInt(ROWS_AT_ONCE)) break;
  }
  return deleted;
}

const DAY_MS = 24 * 3600 * 1000;
/** Name of the setting that holds the time the last run deleted by. */
const SETTING = 'retention_time';

/** The latest moment of any activity, or null in an empty installation. */
async function newestActivity(db: Db): Promise<number | null> {
  const { rows } = await sql<{ at: number | null }>`select max(at) as at from (
    select max(last_seen_at) as at from accounts union all select max(last_seen_at) from sessions
    union all select max(created_at) from uploads union all select max(created_at) from tracks
    union all select max(created_at) from comments union all select max(at) from audit_log) as newest`.execute(
    db,
  );
  return rows[0]?.at ?? null;
}

async function lastTime(db: Db): Promise<number | null> {
  const value = await readSetting(db, SETTING);
  const time = Number(value);
  return value !== null && Number.isFinite(time) ? time : null;
}

/** The time that the last run deleted by. */
export async function effectiveTime(db: Db, clock: number): Promise<number> {
  return Math.min(clock, (await lastTime(db)) ?? (await newestActivity(db)) ?? clock);
}

/**
 * The time by which this run deletes old data (ms since 1970). It follows `clock` by at most a day per run, so that a clock
 * that is wrong for a moment deletes at most one day too much. The first run counts from the newest activity. A clock that
 * went back is followed but not stored.
 */
export async function advanceEffectiveTime(db: Db, clock: number): Promise<number> {
  const last = await lastTime(db);
  const known = last ?? (await newestActivity(db)) ?? clock;
  const time = Math.min(clock, known + DAY_MS);
  if (last !== null && time <= last) return time;
  await writeSetting(db, SETTING, String(time));
  return time;
}

/** Guests erased in one run: each is one transaction. */
const GUESTS_PER_RUN = 500;

interface RetentionReport {
  uploadEvents: number;
  decidedUploads: number;
  news: number;
  sessions: number;
  /** Ids of taken-down recordings whose time to appeal is over. */
  takedowns: string[];
  /** Ids of rejected uploads whose audio was erased for the same reason. */
  rejections: string[];
  guests: number;
  accounts: number;
  /** Ids of the accounts that were erased, guests included. */
  erased: string[];
}

/**
 * Removes data that is too old by `now`; the schedule hands in the time of deletions (`effectiveTime`). Safe to run at any
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
      sql`erase_at is null and decided_at < ${time - RETENTION.decidedUploadsDays * DAY_MS}`,
    ),
    news:
      (await aged('notifications', ['id'], sql`created_at < ${news}`)) +
      (await aged('activities', ['id'], sql`created_at < ${news}`)),
    sessions: await aged('sessions', ['token_hash'], sql`last_seen_at < ${idle} or created_at < ${oldest}`),
  };
  // The reported words go with them. A moderator answers an appeal first.
  await aged(
    'reports',
    ['id'],
    sql`status = 'resolved' and reviewed_at < ${news} and (appeal is null or appeal_outcome is not null)`,
  );
  await aged('spent_tickets', ['nonce'], sql`expires_at < ${time - DAY_MS}`);
  await aged('moves', ['account_id'], sql`expires_at < ${time}`);
  await aged(
    'ended_sessions',
    ['token_hash'],
    sql`ended_at < ${time - RETENTION.endedSessionsDays * DAY_MS}`,
  );
  await aged('idempotency_keys', ['account_id', 'key_hash'], sql`created_at <= ${time - IDEMPOTENCY_KEY_MS}`);
  await aged('old_usernames', ['username_key'], sql`until < ${time}`);
  await aged('reserved_names', ['name_key'], sql`until < ${time}`);
  await aged('listenings', ['track_id', 'token', 'window'], sql`"window" < ${window}`);
  await forgetListeningSalt(db, time);
  await forgetAddresses(db, time - RETENTION.addressesDays * DAY_MS);
  await pruneEvents(db, time);
  const takedowns = await eraseTakedowns(db, time);
  const rejections = await eraseRejections(db, time);
  const seenBefore = time - RETENTION.idleGuestsDays * DAY_MS;
  const guests = await erase(db, time, (tx, only) => idleGuests(tx, seenBefore, GUESTS_PER_RUN, only));
  const accounts = await erase(db, time, (tx, only) => dueForErasure(tx, time, only));
  await deps.emptyLog();
  const erased = [...guests, ...accounts];
  return { ...report, takedowns, rejections, guests: guests.length, accounts: accounts.length, erased };
}

/** Taken-down recordings, and rejected uploads, erased in one run. */
const TAKEDOWNS_PER_RUN = 1000;

/** The next run deletes the blobs. */
async function eraseTakedowns(db: Kysely<Schema>, now: number): Promise<string[]> {
  const ids = await takedownsToErase(db, now, TAKEDOWNS_PER_RUN);
  for (const id of ids) await db.transaction().execute((tx) => removeRecordingById(tx, id, now));
  return ids;
}

async function eraseRejections(db: Kysely<Schema>, now: number): Promise<string[]> {
  const ids = await rejectionsToErase(db, now, TAKEDOWNS_PER_RUN);
  for (const id of ids) await db.transaction().execute((tx) => eraseRejected(tx, id, now));
  return ids;
}

/**
 * One transaction per account, or several for very many recordings. The next run deletes the blobs. `find`: the accounts, or one
 * of them if it still is one: its owner may have come back since. Returns the ids.
 */
async function erase(
  db: Kysely<Schema>,
  now: number,
  find: (db: Db, only?: string) => Promise<string[]>,
): Promise<string[]> {
  const erased: string[] = [];
  for (const id of await find(db)) {
    const isStillOne = async (tx: Db) => (await find(tx, id)).length > 0;
    if (!(await isStillOne(db))) continue;
    await eraseRecordingsAhead(db, id, now);
    await db.transaction().execute(async (tx) => {
      if (!(await isStillOne(tx))) return;
      await eraseAccount(tx, id, now);
      erased.push(id);
    });
  }
  return erased;
}
