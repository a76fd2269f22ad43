// SQL of the demo user and tracks.
import { insertAccount } from '../accounts/store.ts';
import type { Db } from '../db/client.ts';
import { databaseFault } from '../db/faults.ts';
import { erasedAmong } from '../db/ledger.ts';
import { tracksAmong } from '../tracks/queries.ts';
import { DEMO_USER } from './tracks.ts';

/** The account is older than its oldest track by this much before the first start. */
const ACCOUNT_AGE_MS = 40 * 24 * 3600 * 1000;

export interface DemoUser {
  username: string;
  /** Time of the first start with demo content; the ages of tracks count from here. */
  firstStart: number;
}

/** Returns null when an admin has deleted the demo user, which then stays deleted. */
export async function ensureDemoUser(db: Db, now: number): Promise<DemoUser | null> {
  const found = await db
    .selectFrom('accounts')
    .select(['username', 'created_at', 'deleted_at'])
    .where('id', '=', DEMO_USER.id)
    .executeTakeFirst();
  if (found) {
    const { username, created_at: createdAt, deleted_at: deletedAt } = found;
    return deletedAt === null ? { username, firstStart: createdAt + ACCOUNT_AGE_MS } : null;
  }
  if ((await erasedAmong(db, [DEMO_USER.id])).length > 0) return null;
  for (let attempt = 0; ; attempt++) {
    const username = attempt === 0 ? DEMO_USER.username : `${DEMO_USER.username}_${attempt}`;
    try {
      await insertDemoUser(db, username, now - ACCOUNT_AGE_MS);
      return { username, firstStart: now };
    } catch (error) {
      if (databaseFault(error) !== 'duplicate' || attempt >= 9) throw error;
    }
  }
}

const insertDemoUser = (db: Db, username: string, createdAt: number) =>
  insertAccount(
    db,
    { id: DEMO_USER.id, username, role: 'user', bio: DEMO_USER.bio, tags: DEMO_USER.tags, isDemo: true },
    createdAt,
  );

/** Those of `ids` that neither exist nor were deleted. */
export async function missingTracks(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const known = new Set([...(await tracksAmong(db, ids)), ...(await erasedAmong(db, ids))]);
  return new Set(ids.filter((id) => !known.has(id)));
}
