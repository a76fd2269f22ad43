// What the admin area counts, and its table of people.
import { sql } from 'kysely';
import { implement } from '../action.ts';
import { accountCalls } from '../contract/actions/accounts.ts';
import { statisticsCalls } from '../contract/actions/statistics.ts';
import type { DayCounts } from '../contract/statistics.ts';
import type { Db } from '../db/client.ts';

const DAY_MS = 24 * 3600 * 1000;
type Counted = 'accounts' | 'tracks' | 'comments' | 'likes' | 'reports';

async function total(db: Db, table: Counted): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Rows per UTC day since `from`, by day number. */
async function perDay(db: Db, table: Counted, from: number): Promise<Map<number, number>> {
  const { rows } = await sql<{ day: number; n: number }>`
    select created_at / ${DAY_MS} as day, count(*) as n from ${sql.table(table)}
    where created_at >= ${from} group by 1`.execute(db);
  return new Map(rows.map(({ day, n }) => [Math.floor(day), n]));
}

async function dayCounts(db: Db, days: number, now: number): Promise<DayCounts[]> {
  const today = Math.floor(now / DAY_MS);
  const first = today - days + 1;
  const from = first * DAY_MS;
  const users = await perDay(db, 'accounts', from);
  const tracks = await perDay(db, 'tracks', from);
  const comments = await perDay(db, 'comments', from);
  const likes = await perDay(db, 'likes', from);
  const reports = await perDay(db, 'reports', from);
  return Array.from({ length: days }, (_, index) => {
    const day = first + index;
    return {
      date: new Date(day * DAY_MS).toISOString().slice(0, 10),
      users: users.get(day) ?? 0,
      tracks: tracks.get(day) ?? 0,
      comments: comments.get(day) ?? 0,
      likes: likes.get(day) ?? 0,
      reports: reports.get(day) ?? 0,
    };
  });
}

export const statisticsActions = implement(statisticsCalls, {
  async getStatistics({ days = '7' }, { db, now }) {
    const sums = await db
      .selectFrom('tracks')
      .select([
        sql<number>`coalesce(sum(size), 0)`.as('bytes'),
        sql<number>`coalesce(sum(plays), 0)`.as('plays'),
      ])
      .executeTakeFirstOrThrow();
    const pending = await db
      .selectFrom('uploads')
      .select([sql<number>`count(*)`.as('count'), sql<number>`coalesce(sum(size), 0)`.as('bytes')])
      .where('status', '=', 'pending_review')
      .executeTakeFirstOrThrow();
    const open = await db
      .selectFrom('reports')
      .select(sql<number>`count(*)`.as('count'))
      .where('status', '=', 'pending')
      .executeTakeFirstOrThrow();
    return {
      allTime: {
        users: await total(db, 'accounts'),
        tracks: await total(db, 'tracks'),
        comments: await total(db, 'comments'),
        likes: await total(db, 'likes'),
        reports: await total(db, 'reports'),
        plays: sums.plays,
        storageBytes: sums.bytes + pending.bytes,
        pendingReports: open.count,
        pendingUploads: pending.count,
      },
      days: await dayCounts(db, Number(days), now),
    };
  },
});

export const accountListActions = implement(accountCalls, {
  async getUsers(_body, { db, viewer }) {
    const rows = await db
      .selectFrom('accounts')
      .selectAll()
      .where('deleted_at', 'is', null)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1000)
      .execute();
    return rows.map((row) => ({
      id: row.id,
      username: row.username,
      // Addresses are for admins; a moderator does not need them.
      email: viewer?.role === 'admin' ? row.email : null,
      role: row.role,
      totalUploads: row.total_uploads,
      totalLikes: row.total_likes,
      isVerified: row.is_verified === 1,
      createdAt: new Date(row.created_at).toISOString(),
    }));
  },
});
