// Reading reports; moderators do, nobody else.
import { sql } from 'kysely';
import type { ReportType } from '../contract/reports.ts';
import type { Db } from '../db/client.ts';

export function selectReports(db: Db) {
  return db
    .selectFrom('reports')
    .innerJoin('accounts', 'accounts.id', 'reports.reporter_id')
    .innerJoin('tracks', 'tracks.id', 'reports.track_id')
    .leftJoin('comments', 'comments.id', 'reports.target_id')
    .selectAll('reports')
    .select([
      'accounts.username as reporter_username',
      'tracks.title as track_title',
      'tracks.description as track_description',
      'comments.content as comment_content',
    ])
    .orderBy('reports.created_at', 'desc')
    .orderBy('reports.id', 'desc')
    .limit(500);
}

export type ReportRow = Awaited<ReturnType<ReturnType<typeof selectReports>['execute']>>[number];

export function findReport(db: Db, id: string): Promise<ReportRow | undefined> {
  return selectReports(db).where('reports.id', '=', id).executeTakeFirst();
}

/** The same person's open report of the same thing. */
export function findOpenReport(
  db: Db,
  report: { type: ReportType; targetId: string; reporterId: string },
): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('reports')
    .select('id')
    .where('reporter_id', '=', report.reporterId)
    .where('type', '=', report.type)
    .where('target_id', '=', report.targetId)
    .where('status', '=', 'pending')
    .executeTakeFirst();
}

/** Reports nobody has looked at: about one track, or about all of an account. */
export async function openReports(
  db: Db,
  about: { trackId: string } | { accountId: string },
): Promise<number> {
  const row = await db
    .selectFrom('reports')
    .innerJoin('tracks', 'tracks.id', 'reports.track_id')
    .select(sql<number>`count(*)`.as('count'))
    .where('reports.status', '=', 'pending')
    .$if('trackId' in about, (query) => query.where('tracks.id', '=', (about as { trackId: string }).trackId))
    .$if('accountId' in about, (query) =>
      query.where('tracks.account_id', '=', (about as { accountId: string }).accountId),
    )
    .executeTakeFirstOrThrow();
  return row.count;
}

export const reportsBy = (db: Db, accountId: string) =>
  db.selectFrom('reports').selectAll().where('reporter_id', '=', accountId).execute();
