// Reads uploads.
import { type Selectable, sql } from 'kysely';
import { findAccount } from '../accounts/queries.ts';
import type { Db } from '../db/client.ts';
import { idList } from '../db/lists.ts';
import { audioColumnsOf } from '../db/tables/audio.ts';
import type { UploadsTable } from '../db/tables/uploads.ts';
import { ApiError } from '../errors.ts';
import type { BlobColumn } from '../tracks/fileQueries.ts';
import { heldByTransfer } from './transferStore.ts';

/** Most rows of one account; the limits let far fewer through in 30 days. */
const OWN_UNDONE_MAX = 500;

export type UploadRow = Selectable<UploadsTable>;

export function findUpload(db: Db, id: string): Promise<UploadRow | undefined> {
  return db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The upload of an account with this key. */
export function findUploadByKey(
  db: Db,
  accountId: string,
  uploadKey: string,
): Promise<UploadRow | undefined> {
  return db
    .selectFrom('uploads')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('upload_key', '=', uploadKey)
    .executeTakeFirst();
}

/** The pending upload with a new sound for this track. */
export const waitingReplacement = (db: Db, trackId: string): Promise<UploadRow | undefined> =>
  db
    .selectFrom('uploads')
    .selectAll()
    .where('replaces', '=', trackId)
    .where('status', '=', sql.lit('pending_review'))
    .executeTakeFirst();

/** Of all accounts, and of one account. */
const WAITING_MAX = 500;

/** Columns of a queue row. */
const SHOWN_WAITING = [
  ...audioColumnsOf('uploads'),
  'uploads.id',
  'uploads.account_id',
  'uploads.version',
  'uploads.original_name',
  'uploads.title',
  'uploads.description',
  'uploads.gender',
  'uploads.tags_json',
  'uploads.transcript',
  'uploads.flags_json',
  'uploads.needs_person',
  'uploads.reason',
  'uploads.duplicate_count',
  'uploads.known_id',
  'uploads.preview_json',
  'uploads.created_at',
  'uploads.replaces',
  'uploads.replaces_file',
] as const;

/** Seconds of the sound that an upload replaces. */
const REPLACED_DURATION = sql<number | null>`(select tracks.duration from tracks
  where tracks.id = uploads.replaces)`.as('replaced_duration');

/** A cross join is read in the order it is written in. */
const waitingUploads = (db: Db) =>
  db
    .selectFrom('uploads')
    .crossJoin('accounts')
    .whereRef('accounts.id', '=', 'uploads.account_id')
    .where('uploads.status', '=', sql.lit('pending_review'))
    .where('accounts.deleted_at', 'is', null)
    .orderBy('uploads.created_at')
    .orderBy('uploads.id')
    .limit(WAITING_MAX);

/** Pending uploads of the account, oldest first. */
export const pendingUploads = (db: Db, accountId: string) =>
  waitingUploads(db)
    .select(SHOWN_WAITING)
    .select(['accounts.username', REPLACED_DURATION])
    .where('uploads.account_id', '=', accountId)
    .execute();

/** Of all pending uploads, oldest first: the columns that change with the queue row. */
export const waitingStamps = (db: Db) =>
  waitingUploads(db)
    .select(['uploads.id', 'uploads.version', 'uploads.account_id', 'accounts.username'])
    .select(sql<number | null>`length(uploads.preview_json)`.as('preview_length'))
    .execute();

export type WaitingStamp = Awaited<ReturnType<typeof waitingStamps>>[number];

/** Those of `ids` that are still pending. */
export const pendingUploadsById = (db: Db, ids: readonly string[]) =>
  waitingUploads(db)
    .select(SHOWN_WAITING)
    .select(['accounts.username', REPLACED_DURATION])
    .where(sql<boolean>`uploads.id in ${idList(ids)}`)
    .execute();

/** Uploads of an account that are pending, or were rejected after `since` (ms), or can still be appealed; newest first. */
export function undoneUploads(db: Db, accountId: string, since: number) {
  return db
    .selectFrom('uploads')
    .selectAll()
    .select((eb) => [
      eb.exists(appealOf(db)).as('is_appealed'),
      eb
        .exists(
          eb.selectFrom('evidence').select('evidence.id').whereRef('evidence.file', '=', 'uploads.file'),
        )
        .as('is_sealed'),
    ])
    .where('account_id', '=', accountId)
    .where((eb) =>
      eb.or([
        eb('status', '=', sql.lit('pending_review')),
        eb.and([eb('status', '=', sql.lit('rejected')), eb('decided_at', '>', since)]),
        eb('erase_at', 'is not', null),
      ]),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(OWN_UNDONE_MAX)
    .execute();
}

export type UndoneUpload = Awaited<ReturnType<typeof undoneUploads>>[number];

/** The appeal of a rejection. */
const appealOf = (db: Db) =>
  db
    .selectFrom('reports')
    .select(sql.lit(1).as('one'))
    .where(sql<boolean>`target_id = uploads.id`)
    .where('type', '=', sql.lit('upload'));

/** Rejected uploads whose time to appeal is over by `now` and about which no appeal is open. */
export async function rejectionsToErase(db: Db, now: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('uploads')
    .select('id')
    .where('erase_at', '<=', now)
    .where((eb) => eb.not(eb.exists(appealOf(db).where('appeal_outcome', 'is', null))))
    .orderBy('erase_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export type PendingRow = Awaited<ReturnType<typeof pendingUploads>>[number];

/** Median minutes of the last 50 decisions; null with fewer decisions. */
export async function estimatedReviewTime(db: Db): Promise<number | null> {
  const rows = await db
    .selectFrom('uploads')
    .select(['created_at', 'decided_at'])
    .where('decided_at', 'is not', null)
    .where('decided_by', 'is not', null)
    .orderBy('decided_at', 'desc')
    .limit(50)
    .execute();
  if (rows.length < 50) return null;
  const minutes = rows
    .map((row) => ((row.decided_at ?? row.created_at) - row.created_at) / 60_000)
    .sort((a, b) => a - b)[25];
  return Math.max(1, Math.round(minutes ?? 5));
}

/** Bytes held by one account, or by all if null and then with small copies, without the transfer being published. */
export async function heldBytes(
  db: Db,
  accountId: string | null,
  exceptTransfer: string | null,
  now: number,
): Promise<number> {
  const sum = sql<number>`coalesce(sum(size), 0)`.as('bytes');
  const published = sql<number>`coalesce(sum(size + coalesce(small_size, 0)), 0)`.as('bytes');
  const tracks = db
    .selectFrom('tracks')
    .select(accountId === null ? published : sum)
    .$if(accountId !== null, (query) => query.where('account_id', '=', accountId ?? ''));
  const waiting = db
    .selectFrom('uploads')
    .select(sum)
    .where(IS_UNPUBLISHED)
    .$if(accountId !== null, (query) => query.where('account_id', '=', accountId ?? ''));
  const unfinished = db
    .selectFrom('transfers')
    .select(sql<number>`coalesce(sum(${heldByTransfer(now)}), 0)`.as('bytes'))
    .where('id', '<>', exceptTransfer ?? '')
    .$if(accountId !== null, (query) => query.where('account_id', '=', accountId ?? ''));
  let bytes = 0;
  for (const query of [tracks, waiting, unfinished]) bytes += (await query.executeTakeFirstOrThrow()).bytes;
  return bytes;
}

/** Whether only the upload has its audio: it is pending, or rejected and can still be appealed. */
export const isUnpublished = ({
  status,
  erase_at: eraseAt,
}: Pick<UploadRow, 'status' | 'erase_at'>): boolean => status === 'pending_review' || eraseAt !== null;

/** The same in SQL. */
const IS_UNPUBLISHED = sql<boolean>`(status = 'pending_review' or erase_at is not null)`;

/** The unpublished upload with this blob, and whether its rejection has an open appeal. */
export const waitingAudio = (db: Db, column: BlobColumn, name: string) =>
  db
    .selectFrom('uploads')
    .select(['mime_type', 'account_id', 'status', 'file'])
    .select((eb) => eb.exists(appealOf(db).where('appeal_outcome', 'is', null)).as('is_appealed'))
    .where(column, '=', name)
    .where(IS_UNPUBLISHED)
    .executeTakeFirst();

/** Blobs of unpublished uploads: all, or one account's. */
export const waitingFiles = (db: Db, accountId: string | null) =>
  db
    .selectFrom('uploads')
    .select(['id', 'file', 'envelope'])
    .where(IS_UNPUBLISHED)
    .$if(accountId !== null, (query) => query.where('account_id', '=', accountId ?? ''))
    .execute();

/** Audio files of some pending uploads. */
export async function firstWaitingFiles(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('uploads')
    .select('file')
    .where('status', '=', sql.lit('pending_review'))
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ file }) => file);
}

/** Pending audio files without an envelope or preview. */
export async function uploadsWithoutEnvelope(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('uploads')
    .select('file')
    .where((eb) => eb.or([eb('envelope', 'is', null), eb('preview_json', 'is', null)]))
    .where('status', '=', sql.lit('pending_review'))
    .execute();
  return rows.map(({ file }) => file);
}

/** Whether an upload still needs this blob. */
export async function isUploadFile(db: Db, name: string): Promise<boolean> {
  const upload = await db
    .selectFrom('uploads')
    .select('id')
    .where((eb) => eb.or([eb('file', '=', name), eb('envelope', '=', name)]))
    .where((eb) => eb.or([eb('status', '<>', sql.lit('rejected')), eb('erase_at', 'is not', null)]))
    .executeTakeFirst();
  return upload !== undefined;
}

export const uploadsOf = (db: Db, accountId: string): Promise<UploadRow[]> =>
  db.selectFrom('uploads').selectAll().where('account_id', '=', accountId).execute();

/** The uploads that the limits count, deleted ones included. */
export const countedUploadsOf = (db: Db, accountId: string) =>
  db
    .selectFrom('upload_events')
    .select(['id', 'seconds', 'created_at'])
    .where('account_id', '=', accountId)
    .execute();

/** Throws `cap_token_invalid` when the account is gone. The upload's transaction checks it again. */
export async function requireOwner(db: Db, accountId: string): Promise<{ id: string; username: string }> {
  const account = await findAccount(db, accountId);
  if (!account) throw new ApiError('cap_token_invalid', 'The account of this capToken is gone');
  return account;
}
