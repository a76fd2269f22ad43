// SQL of reports; moderators read them, nobody else.
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

export async function reviewReport(
  db: Db,
  id: string,
  { status, decidedBy }: { status: ReportRow['status']; decidedBy: string | null },
  now: number,
): Promise<void> {
  await db
    .updateTable('reports')
    .set({ status, reviewed_by: decidedBy, reviewed_at: now })
    .where('id', '=', id)
    .execute();
}
