// The time by which old things are deleted. It follows the clock, but no faster than a day a run: a clock that is far
// ahead for a moment costs at most one day's worth of what would have gone anyway.
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';
import { readSetting, writeSetting } from '../db/settings.ts';

const DAY_MS = 24 * 3600 * 1000;
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

/** The time of deletions as the last run left it: nothing is deleted by it that the last run would not have. */
export async function effectiveTime(db: Db, clock: number): Promise<number> {
  return Math.min(clock, (await lastTime(db)) ?? (await newestActivity(db)) ?? clock);
}

/**
 * Moves the time of deletions on and answers it, in milliseconds since 1970: never beyond `clock`, at most a day beyond
 * the last run, at the first one a day beyond the newest activity. A clock that went back is followed, not stored.
 */
export async function advanceEffectiveTime(db: Db, clock: number): Promise<number> {
  const last = await lastTime(db);
  const known = last ?? (await newestActivity(db)) ?? clock;
  const time = Math.min(clock, known + DAY_MS);
  if (last !== null && time <= last) return time;
  await writeSetting(db, SETTING, String(time));
  return time;
}
