// What leaves of a session: when it was, never its token.
import { instant } from '../db/instant.ts';

/** For the person's own copy of everything. */
export const exportedSession = (row: { created_at: number; last_seen_at: number }) => ({
  createdAt: instant(row.created_at),
  lastSeenAt: instant(row.last_seen_at),
});
