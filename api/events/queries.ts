// SQL of the event log; only triggers write it.
import { type Selectable, sql } from 'kysely';
import type { Db } from '../db/client.ts';
import { either, isPostgres } from '../db/dialect.ts';
import type { EventsTable } from '../db/tables/operation.ts';

export type EventRow = Selectable<EventsTable>;

/** Rows stored for readers that reconnect. */
const MAX_EVENTS = 20_000;
const MAX_AGE_MS = 24 * 3600 * 1000;
/** Rows per read; more are delivered in several rounds. */
const READ_AT_ONCE = 500;

/** Number of the newest event, including deleted ones. */
const NEWEST = either({
  sqlite: sql`(select seq from sqlite_sequence where name = 'events')`,
  postgres: sql`(select case when is_called then last_value else 0 end from events_id_seq)`,
});

/** Id of the oldest stored event (one past the newest when there is none) and of the newest ever. */
export async function eventBounds(db: Db): Promise<{ first: number; last: number }> {
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select (select min(id) from events) as first, ${NEWEST} as last`.execute(db);
  const last = rows[0]?.last ?? 0;
  return { first: rows[0]?.first ?? last + 1, last };
}

/** The next events after `id`, in order. On PostgreSQL one of a smaller id may still be about to be committed. */
export function eventsAfter(db: Db, id: number): Promise<EventRow[]> {
  return db.selectFrom('events').selectAll().where('id', '>', id).orderBy('id').limit(READ_AT_ONCE).execute();
}

/** PostgreSQL's transactions: all before `oldest` have ended, none from `next` on has begun. */
export interface Horizon {
  oldest: number;
  next: number;
}

/** Null on SQLite, where one transaction ends before the next begins. Ask before the rows are read. */
export async function horizonOf(db: Db): Promise<Horizon | null> {
  if (!isPostgres(db)) return null;
  // A snapshot ends after the last transaction that has ended: younger ones may be under way. `age` counts up to the next
  // there will be.
  const { rows } = await sql<Horizon>`select pg_snapshot_xmin(now)::text::bigint as oldest,
    pg_snapshot_xmax(now)::text::bigint + age(pg_snapshot_xmax(now)::xid) as next
    from pg_current_snapshot() as now`.execute(db);
  return rows[0] ?? null;
}

/** Events for one reader in `(after, upTo]`, at most `limit`, in order. */
export function eventsFor(
  db: Db,
  reader: { accountId: string; moderates: boolean },
  range: { after: number; upTo: number; limit: number },
): Promise<EventRow[]> {
  return db
    .selectFrom('events')
    .selectAll()
    .where('id', '>', range.after)
    .where('id', '<=', range.upTo)
    .where('type', '<>', 'sessionEnded')
    .where((eb) =>
      reader.moderates
        ? eb.or([eb('account_id', '=', reader.accountId), eb('account_id', 'is', null)])
        : eb('account_id', '=', reader.accountId),
    )
    .orderBy('id')
    .limit(range.limit)
    .execute();
}

/** Deletes events older than a day and those beyond the limit. */
export async function pruneEvents(db: Db, now: number): Promise<void> {
  const { last } = await eventBounds(db);
  await db
    .deleteFrom('events')
    .where((eb) => eb.or([eb('created_at', '<', now - MAX_AGE_MS), eb('id', '<=', last - MAX_EVENTS)]))
    .execute();
}
