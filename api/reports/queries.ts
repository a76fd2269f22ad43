// Reads reports.
import { type RawBuilder, sql } from 'kysely';
import { type DecidedType, GRAVITIES, type ReportType } from '../contract/reportCategories.ts';
import type { Db } from '../db/client.ts';
import { NAMED } from '../db/dialect.ts';
import { idList } from '../db/lists.ts';

/** Most reports read at once; older ones are resolved. */
const LISTED = 500;

/** With the kind of reporter, never a name; also for the admin table. */
export function selectReports(db: Db) {
  return db
    .selectFrom('reports')
    .leftJoin('accounts', 'accounts.id', 'reports.reporter_id')
    .leftJoin('accounts as reported', 'reported.id', 'reports.reported_id')
    .leftJoin('tracks', 'tracks.id', 'reports.track_id')
    .leftJoin('comments', (join) =>
      join.onRef('comments.id', '=', 'reports.target_id').on('reports.type', '=', 'comment'),
    )
    .leftJoin('uploads', (join) =>
      join
        .onRef('uploads.id', '=', 'reports.target_id')
        .on('reports.type', '=', 'upload')
        .on('uploads.erase_at', 'is not', null),
    )
    .selectAll('reports')
    .select([
      'accounts.role as reporter_role',
      'reported.username as reported_username',
      'tracks.title as heard_title',
      sql<string | null>`coalesce(tracks.file, uploads.file)`.as('heard_file'),
      sql<number | null>`coalesce(tracks.duration, uploads.duration)`.as('heard_duration'),
      sql<string | null>`coalesce(tracks.cover, uploads.cover)`.as('heard_cover'),
      'tracks.status as heard_status',
      sql<0 | 1>`case reports.type when 'comment' then comments.id is not null
        when 'description' then coalesce(tracks.description, '') <> '' and tracks.status <> 'removed'
        when 'upload' then false else tracks.status <> 'removed' end`.as('is_there'),
    ]);
}

export const URGENT = GRAVITIES.indexOf('urgent');
const IS_URGENT = sql`reports.gravity = ${sql.lit(URGENT)}`;

/** Keys of the newest reports of one kind, from an index. */
const newest = (place: number, condition: RawBuilder<unknown>) =>
  sql`select id, place, created_at from (select id, ${sql.lit(place)} as place, created_at from reports
    where ${condition} order by created_at desc, id desc limit ${LISTED}) ${NAMED}`;

/** Keys of the listed reports, so that no other rows or names are read. */
const SHOWN = sql`select id from (select id, place, created_at from (${sql.join(
  [
    newest(0, sql`status = 'pending' and ${IS_URGENT}`),
    newest(1, sql`status = 'pending' and not (${IS_URGENT})`),
    newest(2, sql`status <> 'pending'`),
  ],
  sql` union all `,
)}) ${NAMED} order by place, created_at desc, id desc limit ${LISTED}) ${NAMED}`;

/** Pending first, urgent before others, then newest first. */
export const listReports = (db: Db): Promise<ReportRow[]> =>
  selectReports(db)
    .where(sql<boolean>`reports.id in (${SHOWN})`)
    .orderBy(sql`reports.status <> 'pending'`)
    .orderBy(sql`reports.status <> 'pending' or not (${IS_URGENT})`)
    .orderBy('reports.created_at', 'desc')
    .orderBy('reports.id', 'desc')
    .execute();

export type ReportRow = Awaited<ReturnType<ReturnType<typeof selectReports>['execute']>>[number];

export function findReport(db: Db, id: string): Promise<ReportRow | undefined> {
  return selectReports(db).where('reports.id', '=', id).executeTakeFirst();
}

/** Undecided reports with the same reason about the same content. */
export const sameReports = (
  db: Db,
  { type, target_id, category }: Pick<ReportRow, 'type' | 'target_id' | 'category'>,
): Promise<ReportRow[]> =>
  selectReports(db)
    .where(sql<boolean>`coalesce(reports.category, '') = ${category ?? ''}`)
    .where('reports.type', '=', type)
    .where('reports.target_id', '=', target_id)
    .where('reports.status', '<>', sql.lit('resolved'))
    .execute();

/** Undecided reports about what a removal takes: a recording goes with its description and comments. */
export const reportsTakenWith = (
  db: Db,
  { type, target_id }: Pick<ReportRow, 'type' | 'target_id'>,
): Promise<ReportRow[]> =>
  selectReports(db)
    .$if(type === 'recording', (query) => query.where('reports.track_id', '=', target_id))
    .$if(type !== 'recording', (query) =>
      query.where('reports.type', '=', type).where('reports.target_id', '=', target_id),
    )
    .where('reports.status', '<>', sql.lit('resolved'))
    .execute();

/** Deleted content: a recording with its description and comments, a comment, or all content of an account. */
export type Gone = { trackId: string } | { commentId: string } | { accountId: string };

/** Undecided reports about it that are not urgent. */
export function openReportsAbout(db: Db, gone: Gone): Promise<{ id: string; reporter_id: string | null }[]> {
  const open = db
    .selectFrom('reports')
    .select(['id', 'reporter_id'])
    .where('status', '<>', sql.lit('resolved'))
    .where('gravity', '<>', URGENT);
  if ('trackId' in gone) return open.where('track_id', '=', gone.trackId).execute();
  if ('commentId' in gone)
    return open.where('target_id', '=', gone.commentId).where('type', '=', 'comment').execute();
  return open.where('reported_id', '=', gone.accountId).execute();
}

/** The account's open report of the same target; for an urgent one, only an urgent one. */
export function findOpenReport(
  db: Db,
  report: { type: ReportType; targetId: string; reporterId: string; gravity: number },
): Promise<{ id: string; hides: 0 | 1 } | undefined> {
  return db
    .selectFrom('reports')
    .select(['id', 'hides'])
    .$if(report.gravity === URGENT, (query) => query.where('gravity', '=', URGENT))
    .where('reporter_id', '=', report.reporterId)
    .where('type', '=', report.type)
    .where('target_id', '=', report.targetId)
    .where('status', '=', sql.lit('pending'))
    .executeTakeFirst();
}

/** Reports that each account sent, and how many of them led to a removal. */
export async function reporterRecords(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { reports: number; confirmed: number }>> {
  const rows = await db
    .selectFrom('reports')
    .select([
      'reporter_id',
      sql<number>`count(*)`.as('reports'),
      sql<number>`count(case when outcome = 'removed' then 1 end)`.as('confirmed'),
    ])
    .where(sql<boolean>`reporter_id in ${idList(ids)}`)
    .groupBy('reporter_id')
    .execute();
  return new Map(rows.map(({ reporter_id: id, ...record }) => [id ?? '', record]));
}

/** What an account reported. */
export const targetsReportedBy = (
  db: Db,
  accountId: string,
): Promise<{ type: DecidedType; target_id: string }[]> =>
  db.selectFrom('reports').select(['type', 'target_id']).where('reporter_id', '=', accountId).execute();

/** Number of undecided urgent reports. */
export async function urgentReportsWaiting(db: Db): Promise<number> {
  const row = await db
    .selectFrom('reports')
    .select(sql<number>`count(*)`.as('count'))
    .where('gravity', '=', sql.lit(URGENT))
    .where('status', '<>', sql.lit('resolved'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Urgent reports of an account after which the content stayed. */
export async function dismissedUrgentReports(db: Db, reporterId: string): Promise<number> {
  const row = await db
    .selectFrom('reports')
    .select(sql<number>`count(*)`.as('count'))
    .where('reporter_id', '=', reporterId)
    .where('gravity', '=', URGENT)
    .where('outcome', '=', 'kept')
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Whether an undecided report hides the recording. */
export async function isHeldBack(db: Db, trackId: string): Promise<boolean> {
  const row = await db
    .selectFrom('reports')
    .select('id')
    .where('track_id', '=', trackId)
    .where('hides', '=', sql.lit(1))
    .where('status', '<>', sql.lit('resolved'))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether, after this decision about a recording, an urgent report of it or its description was upheld. */
export async function isUpheldSince(
  db: Db,
  { track_id, reviewed_at }: Pick<ReportRow, 'track_id' | 'reviewed_at'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('reports')
    .select('id')
    .where('track_id', '=', track_id)
    .where('type', 'in', ['recording', 'description'])
    .where('gravity', '=', URGENT)
    .where('outcome', '=', 'removed')
    .where('reviewed_at', '>', reviewed_at ?? 0)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a report of the recording or its description is undecided. */
export async function hasUndecidedReport(db: Db, trackId: string): Promise<boolean> {
  const row = await db
    .selectFrom('reports')
    .select('id')
    .where('track_id', '=', trackId)
    .where('type', '<>', sql.lit('comment'))
    .where('status', '<>', sql.lit('resolved'))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Reports after which a moderator kept this version of the recording. Who kept a description need not have heard the recording:
 * that settles only reports of the description. `type`: of the other report.
 */
const keptFor = (trackId: string, type: RawBuilder<unknown>) =>
  sql`select 1 from reports as kept where kept.track_id = ${trackId} and kept.type in ('recording', ${type})
    and kept.outcome = 'kept' and kept.reviewed_at >= coalesce((select max(decided_at) from track_edits
      where track_id = ${trackId} and status in ('applied', 'approved')), 0)
    and kept.reviewed_at >= coalesce((select sound_at from tracks where id = ${trackId}), 0)`;

/** Whether a moderator kept this version of the recording after such a report of the same category. */
export async function isSettledFor(
  db: Db,
  { trackId, type, category }: { trackId: string; type: ReportType; category: string | null },
): Promise<boolean> {
  const { rows } = await sql`${keptFor(trackId, sql`${type}`)}
    and coalesce(kept.category, '') = ${category ?? ''} limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Number of other accounts with an undecided report of the recording or its description, for a reason after which no moderator kept
 * this version. Guests do not count.
 */
export async function otherReporters(db: Db, trackId: string, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('reports')
    .innerJoin('accounts', 'accounts.id', 'reports.reporter_id')
    .select(sql<number>`count(distinct reports.reporter_id)`.as('count'))
    .where('reports.track_id', '=', trackId)
    .where('reports.type', '<>', 'comment')
    .where('reports.status', '<>', sql.lit('resolved'))
    .where('accounts.id', '<>', accountId)
    .where('accounts.role', '<>', 'guest')
    .where(
      sql<boolean>`not exists (${keptFor(trackId, sql.ref('reports.type'))} and coalesce(kept.category, '') = coalesce(reports.category, ''))`,
    )
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Number of pending reports: of a recording and its description, or of an account's content. */
export async function openReports(
  db: Db,
  about: { trackId: string } | { accountId: string },
): Promise<number> {
  const open = db.selectFrom('reports').where('status', '=', sql.lit('pending'));
  const row = await ('trackId' in about
    ? open.where('track_id', '=', about.trackId).where('type', '<>', 'comment')
    : open.where('reported_id', '=', about.accountId)
  )
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** As the owner sees them: without the reporter's name. */
const selectDecisions = (db: Db) =>
  db
    .selectFrom('reports')
    .leftJoin('uploads', (join) =>
      join.onRef('uploads.id', '=', 'reports.target_id').on('reports.type', '=', sql.lit('upload')),
    )
    .selectAll('reports')
    .select('uploads.flags_json as upload_flags');

export type DecisionRow = Awaited<ReturnType<ReturnType<typeof selectDecisions>['execute']>>[number];

export const findDecision = (db: Db, id: string): Promise<DecisionRow> =>
  selectDecisions(db).where('reports.id', '=', id).executeTakeFirstOrThrow();

/** Removals of an account's content, newest first. */
export const decisionsAbout = (db: Db, accountId: string): Promise<DecisionRow[]> =>
  selectDecisions(db)
    .where('reported_id', '=', accountId)
    .where('owner_notified', '=', 1)
    .orderBy('reviewed_at', 'desc')
    .execute();

/** The appeal against the rejection of an upload. */
export const rejectionAppeal = (db: Db, uploadId: string): Promise<{ id: string } | undefined> =>
  db
    .selectFrom('reports')
    .select('id')
    .where('target_id', '=', uploadId)
    .where('type', '=', sql.lit('upload'))
    .executeTakeFirst();

export const reportsBy = (db: Db, accountId: string) =>
  db.selectFrom('reports').selectAll().where('reporter_id', '=', accountId).execute();
