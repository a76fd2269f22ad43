// The account behind a session token.
import type { Viewer } from '../action.ts';
import type { Deps } from '../deps.ts';
import { noteSessionSeen } from '../sessions/queries.ts';
import { hashToken } from '../sessions/tokens.ts';
import { accountOfSession } from './queries.ts';
import { noteSeen } from './store.ts';

const DAY_MS = 24 * 3600 * 1000;
/** `last_seen_at` is written at most this often, so that most reads cost no fsync. */
const SEEN_EVERY_MS = 3600 * 1000;

/** null if the session is unknown, ended or expired, or the account is deleted. */
export async function findViewer(
  { db, lookups, env }: Pick<Deps, 'db' | 'lookups' | 'env'>,
  token: string,
  now: number,
): Promise<Viewer | null> {
  const tokenHash = hashToken(token);
  const row = await accountOfSession(lookups, tokenHash, {
    createdAfter: now - env.sessionMaxDays * DAY_MS,
    seenAfter: now - env.sessionIdleDays * DAY_MS,
  });
  if (!row) return null;
  if (row.last_seen_at < now - SEEN_EVERY_MS) {
    await noteSessionSeen(db, tokenHash, now);
    await noteSeen(db, row.id, now);
  }
  return { accountId: row.id, username: row.username, role: row.role, tokenHash };
}
