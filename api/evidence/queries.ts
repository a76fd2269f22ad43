// Reads sealed evidence, and what is sealed of a subject.
import { type Selectable, sql } from 'kysely';
import { URGENT_CATEGORIES } from '../contract/reportCategories.ts';
import type { Db } from '../db/client.ts';
import { idList } from '../db/lists.ts';
import type { CommentsTable } from '../db/tables/comments.ts';
import type { EvidenceTable } from '../db/tables/review.ts';
import type { TrackEditsTable, TracksTable } from '../db/tables/tracks.ts';
import type { UploadsTable } from '../db/tables/uploads.ts';

export type EvidenceRow = Selectable<EvidenceTable>;

export interface EvidenceSubject {
  subject: EvidenceTable['subject'];
  id: string;
}

/** Without the sealed material. */
export type CaseRow = Omit<EvidenceRow, 'snapshot_json'>;

const CASE_COLUMNS = [
  'evidence.id',
  'evidence.subject',
  'evidence.subject_id',
  'evidence.cause',
  'evidence.file',
  'evidence.size',
  'evidence.held_at',
  'evidence.last_event_at',
  'evidence.extended_until',
] as const;

/** Of these blobs, those that a case holds. */
export async function sealedAmong(db: Db, files: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('evidence')
    .select('file')
    .where(sql<boolean>`file in ${idList(files)}`)
    .execute();
  return new Set(rows.flatMap(({ file }) => file ?? []));
}

/** Whether a case holds this blob. */
export const isSealed = async (db: Db, file: string): Promise<boolean> =>
  (await sealedAmong(db, [file])).has(file);

export async function sealedFiles(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('evidence').select('file').where('file', 'is not', null).execute();
  return rows.flatMap(({ file }) => (file === null ? [] : [file]));
}

export const findCase = (db: Db, id: string): Promise<EvidenceRow | undefined> =>
  db.selectFrom('evidence').selectAll().where('id', '=', id).executeTakeFirst();

/** A replaced sound has a case of its own. The case of a recording is that of its present sound, or of its last one. */
const IS_OF_PRESENT_SOUND = sql<boolean>`(evidence.subject <> 'track' or evidence.file =
  coalesce((select tracks.file from tracks where tracks.id = evidence.subject_id), evidence.file))`;

export const findCaseOf = (db: Db, { subject, id }: EvidenceSubject): Promise<EvidenceRow | undefined> =>
  db
    .selectFrom('evidence')
    .selectAll()
    .where('subject', '=', subject)
    .where('subject_id', '=', id)
    .where(IS_OF_PRESENT_SOUND)
    .orderBy('held_at', 'desc')
    .orderBy('id')
    .executeTakeFirst();

/** The queue names a waiting edit as it names an upload: its subject is the recording. */
export async function subjectOf(db: Db, about: EvidenceSubject): Promise<EvidenceSubject> {
  if (about.subject !== 'upload') return about;
  const edit = await db
    .selectFrom('track_edits')
    .select('track_id')
    .where('id', '=', about.id)
    .executeTakeFirst();
  return edit ? { subject: 'track', id: edit.track_id } : about;
}

/** The cases of these subjects, without their material. */
export const casesOf = (
  db: Db,
  subject: EvidenceTable['subject'],
  ids: readonly string[],
): Promise<CaseRow[]> =>
  db
    .selectFrom('evidence')
    .select(CASE_COLUMNS)
    .where('subject', '=', subject)
    .where(sql<boolean>`subject_id in ${idList(ids)}`)
    .where(IS_OF_PRESENT_SOUND)
    .execute();

/** A case that holds this blob. */
export const caseWithFile = (db: Db, file: string): Promise<EvidenceRow | undefined> =>
  db.selectFrom('evidence').selectAll().where('file', '=', file).executeTakeFirst();

/** All cases, newest first, for `pageOfTable`. */
export const caseTable = (db: Db) => ({
  rows: db.selectFrom('evidence').select(CASE_COLUMNS),
  key: [sql`evidence.held_at`, sql`evidence.id`] as const,
  found: null,
  total: async () => {
    const { n } = await db
      .selectFrom('evidence')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    return Number(n);
  },
  isFiltered: false,
});

/**
 * Ids of cases whose last event is older than `before` and whose extension has ended, without an undecided urgent report: all, or
 * `only` this one.
 */
export async function endedCases(db: Db, before: number, now: number, only?: string): Promise<string[]> {
  const rows = await db
    .selectFrom('evidence')
    .select('id')
    .where('last_event_at', '<', before)
    .$if(only !== undefined, (query) => query.where('id', '=', only ?? ''))
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
      'closed_because',
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
    .orderBy('username_key')
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
    .orderBy('device_key')
    .execute();
  return rows.flatMap(({ device_key: key }) => (key === null ? [] : [key]));
}

const uploadWith = (db: Db, column: 'id' | 'file', value: string) =>
  db.selectFrom('uploads').selectAll().where(column, '=', value).executeTakeFirst();

/** What a state holds of its subject. */
export interface Material {
  person: NonNullable<Awaited<ReturnType<typeof personOf>>> | null;
  recording: Selectable<TracksTable> | null;
  comment: Selectable<CommentsTable> | null;
  /** Edits of the recording. */
  versions: Selectable<TrackEditsTable>[];
  upload: Selectable<UploadsTable> | null;
  devices: string[];
}

/** The material of a subject; null when it is gone. */
export async function materialOf(db: Db, { subject, id }: EvidenceSubject): Promise<Material | null> {
  if (subject === 'comment') {
    const comment = await db.selectFrom('comments').selectAll().where('id', '=', id).executeTakeFirst();
    if (!comment) return null;
    const person = (await personOf(db, comment.account_id)) ?? null;
    return { person, recording: null, comment, versions: [], upload: null, devices: [] };
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
      ? await db
          .selectFrom('track_edits')
          .selectAll()
          .where('track_id', '=', id)
          .orderBy('created_at')
          .orderBy('id')
          .execute()
      : [];
  const devices = upload ? await devicesOf(db, upload.account_id, upload.file_key) : [];
  const person = (await personOf(db, owned.account_id)) ?? null;
  return { person, recording: recording ?? null, comment: null, versions, upload, devices };
}

const TABLES = { track: 'tracks', upload: 'uploads', comment: 'comments' } as const;

/** Of the cases, those whose subject the product no longer has, or has with another sound. One query per kind of subject. */
export async function goneAmong(db: Db, rows: readonly CaseRow[]): Promise<ReadonlySet<string>> {
  const gone = new Set<string>();
  for (const subject of ['track', 'upload', 'comment'] as const) {
    const cases = rows.filter((row) => row.subject === subject);
    if (cases.length === 0) continue;
    const isThere = subject === 'upload' ? sql`status <> 'rejected'` : sql`true`;
    const file = subject === 'comment' ? sql`null` : sql`file`;
    const ids = idList(cases.map(({ subject_id: id }) => id));
    const { rows: found } = await sql<{ id: string; file: string | null }>`select id, ${file} as file
      from ${sql.table(TABLES[subject])} where id in ${ids} and ${isThere}`.execute(db);
    const there = new Map(found.map((row) => [row.id, row.file]));
    for (const row of cases) if (there.get(row.subject_id) !== row.file) gone.add(row.id);
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
