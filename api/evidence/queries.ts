// Reads sealed evidence, and what is sealed of a subject.
import { type Selectable, sql } from 'kysely';
import { URGENT_CATEGORIES } from '../contract/reportCategories.ts';
import type { Db } from '../db/client.ts';
import type { EvidenceTable } from '../db/tables/review.ts';

export type EvidenceRow = Selectable<EvidenceTable>;

export interface EvidenceSubject {
  subject: EvidenceTable['subject'];
  id: string;
}

/** Whether a case holds this blob. */
export async function isSealed(db: Db, file: string): Promise<boolean> {
  const row = await db.selectFrom('evidence').select('id').where('file', '=', file).executeTakeFirst();
  return row !== undefined;
}

export async function sealedFiles(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('evidence').select('file').where('file', 'is not', null).execute();
  return rows.flatMap(({ file }) => (file === null ? [] : [file]));
}

export const findCase = (db: Db, id: string): Promise<EvidenceRow | undefined> =>
  db.selectFrom('evidence').selectAll().where('id', '=', id).executeTakeFirst();

export const findCaseOf = (db: Db, { subject, id }: EvidenceSubject): Promise<EvidenceRow | undefined> =>
  db
    .selectFrom('evidence')
    .selectAll()
    .where('subject', '=', subject)
    .where('subject_id', '=', id)
    .executeTakeFirst();

export const evidenceCases = (db: Db): Promise<EvidenceRow[]> =>
  db.selectFrom('evidence').selectAll().orderBy('held_at', 'desc').orderBy('id').execute();

/** Ids of cases whose last event is older than `before` and whose extension has ended, without an undecided urgent report. */
export async function endedCases(db: Db, before: number, now: number): Promise<string[]> {
  const rows = await db
    .selectFrom('evidence')
    .select('id')
    .where('last_event_at', '<', before)
    .where((eb) => eb.or([eb('extended_until', 'is', null), eb('extended_until', '<', now)]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('reports')
            .select('reports.id')
            .whereRef(
              sql`case when reports.type = 'comment' then reports.target_id else reports.track_id end`,
              '=',
              'evidence.subject_id',
            )
            .where('reports.category', 'in', [...URGENT_CATEGORIES])
            .where('reports.status', '<>', sql.lit('resolved')),
        ),
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** Reports about the subject; the reporter stays unnamed. */
export const reportsAbout = (db: Db, { subject, id }: EvidenceSubject) =>
  db
    .selectFrom('reports')
    .select([
      'id',
      'type',
      'target_id',
      'category',
      'at_seconds',
      'reason',
      'words',
      'track_title',
      'status',
      'created_at',
      'reviewed_by',
      'reviewed_at',
      'outcome',
      'decision_reason',
      'appeal',
      'appeal_outcome',
      'appeal_answer',
    ])
    .where(subject === 'comment' ? 'target_id' : 'track_id', '=', id)
    .$if(subject === 'comment', (query) => query.where('type', '=', 'comment'))
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export type SealedReport = Awaited<ReturnType<typeof reportsAbout>>[number];

/** Whether an urgent report about the subject is undecided. */
export async function hasOpenUrgentReport(db: Db, about: EvidenceSubject): Promise<boolean> {
  const reports = await reportsAbout(db, about);
  return reports.some(
    ({ category, status }) =>
      status !== 'resolved' && URGENT_CATEGORIES.some((urgent) => urgent === category),
  );
}

/** The account as the case names it, with its former names. */
async function personOf(db: Db, accountId: string) {
  const account = await db
    .selectFrom('accounts')
    .select(['id', 'username', 'role', 'created_at', 'last_seen_at'])
    .where('id', '=', accountId)
    .executeTakeFirst();
  const former = await db
    .selectFrom('old_usernames')
    .select('username_key')
    .where('account_id', '=', accountId)
    .execute();
  return account && { ...account, formerNames: former.map(({ username_key: name }) => name) };
}

/** Keyed hashes of the devices that sent this file; empty when none was noted. */
async function devicesOf(db: Db, accountId: string, fileKey: string): Promise<string[]> {
  const rows = await db
    .selectFrom('upload_events')
    .select('device_key')
    .distinct()
    .where('account_id', '=', accountId)
    .where('file_key', '=', fileKey)
    .execute();
  return rows.flatMap(({ device_key: key }) => (key === null ? [] : [key]));
}

const uploadWith = (db: Db, column: 'id' | 'file', value: string) =>
  db.selectFrom('uploads').selectAll().where(column, '=', value).executeTakeFirst();

/** The material of a subject; null when it is gone. */
export async function materialOf(db: Db, { subject, id }: EvidenceSubject) {
  if (subject === 'comment') {
    const comment = await db.selectFrom('comments').selectAll().where('id', '=', id).executeTakeFirst();
    if (!comment) return null;
    const person = await personOf(db, comment.account_id);
    return {
      file: null,
      size: 0,
      title: comment.content,
      person,
      recording: null,
      comment,
      versions: [],
      upload: null,
      devices: [],
    };
  }
  const recording =
    subject === 'track'
      ? await db.selectFrom('tracks').selectAll().where('id', '=', id).executeTakeFirst()
      : null;
  const upload =
    (subject === 'upload'
      ? await uploadWith(db, 'id', id)
      : recording && (await uploadWith(db, 'file', recording.file))) ?? null;
  const owned = recording ?? upload;
  if (!owned) return null;
  const versions =
    subject === 'track'
      ? await db.selectFrom('track_edits').selectAll().where('track_id', '=', id).execute()
      : [];
  const devices = upload ? await devicesOf(db, upload.account_id, upload.file_key) : [];
  const person = await personOf(db, owned.account_id);
  return {
    file: owned.file,
    size: owned.size,
    title: owned.title,
    person,
    recording: recording ?? null,
    comment: null,
    versions,
    upload,
    devices,
  };
}

/** Of the cases, those whose subject the product no longer has. */
export async function goneAmong(db: Db, rows: readonly EvidenceRow[]): Promise<ReadonlySet<string>> {
  const gone = new Set<string>();
  for (const { id, subject, subject_id: subjectId } of rows) {
    const table = subject === 'track' ? 'tracks' : subject === 'upload' ? 'uploads' : 'comments';
    const { rows: found } = await sql<{ status: string | null }>`select ${
      subject === 'upload' ? sql.ref('status') : sql`null`
    } as status from ${sql.table(table)} where id = ${subjectId}`.execute(db);
    if (!found[0] || found[0].status === 'rejected') gone.add(id);
  }
  return gone;
}

/** Entries of the audit log about the case and its subject. */
export const auditAbout = (db: Db, row: EvidenceRow) =>
  db
    .selectFrom('audit_log')
    .selectAll()
    .where('target_id', 'in', [row.id, row.subject_id])
    .orderBy('position')
    .execute();
