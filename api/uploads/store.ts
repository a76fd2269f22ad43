// Writes uploads. Call inside the transaction of the action.
import { randomUUID } from 'node:crypto';
import { type Insertable, sql } from 'kysely';
import { URGENT_CATEGORIES } from '../contract/reportCategories.ts';
import type { Db } from '../db/client.ts';
import { noteErased } from '../db/ledger.ts';
import { idList } from '../db/lists.ts';
import type { PersonalPart } from '../db/personal.ts';
import type { UploadEventsTable, UploadsTable } from '../db/tables/uploads.ts';
import { sealCurrent, sealEvidence } from '../evidence/store.ts';
import type { InspectedAudio } from '../inspect/inspector.ts';
import { doomBlob, doomBlobs } from '../tracks/doomedStore.ts';
import { fileOfTrack, isTrackFile } from '../tracks/fileQueries.ts';
import { removeTrack } from '../tracks/store.ts';
import { exportedCountedUpload, exportedTransfer, exportedTrust, exportedUpload } from './present.ts';
import {
  countedUploadsOf,
  isUnpublished,
  type UploadRow,
  uploadsOf,
  waitingFiles,
  waitingReplacement,
} from './queries.ts';
import { endUploadKey } from './ticketStore.ts';
import { dropDoubleTransfers, transfersOf } from './transferStore.ts';
import { mergeTrust, storedTrustOf } from './trustStore.ts';

export async function insertUpload(db: Db, upload: Insertable<UploadsTable>): Promise<void> {
  await db.insertInto('uploads').values(upload).execute();
}

/** Adds a row that the upload limits count. It stays when the upload is deleted. */
export async function countUpload(db: Db, event: Omit<Insertable<UploadEventsTable>, 'id'>): Promise<void> {
  await db
    .insertInto('upload_events')
    .values({ id: randomUUID(), ...event })
    .execute();
}

type UploadDetails = Pick<UploadRow, 'title' | 'description' | 'gender' | 'tags_json' | 'transcript'>;

/** Whether others may comment on it once it is a track. */
export async function allowCommentsOn(db: Db, id: string, isAllowed: boolean): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ allow_comments: isAllowed ? 1 : 0 })
    .where('id', '=', id)
    .execute();
}

/** A change makes a new version: a decision names the version that was reviewed. */
export async function describeUpload(db: Db, id: string, details: UploadDetails, now: number): Promise<void> {
  await sealCurrent(db, 'upload', [id], now);
  await sealSuspected(db, [id], now);
  await db
    .updateTable('uploads')
    .set((eb) => ({ ...details, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

type Decision = Partial<
  Pick<UploadRow, 'track_id' | 'decided_by' | 'decision_reason' | 'rule_id' | 'decision_at_seconds'>
> & {
  eraseAt?: number | null;
};

export async function closeUpload(
  db: Db,
  id: string,
  status: 'approved' | 'rejected',
  { eraseAt = null, ...decision }: Decision,
  now: number,
): Promise<void> {
  await db
    .updateTable('uploads')
    // A decided upload needs no preview.
    .set({
      status,
      erase_at: eraseAt,
      decided_at: now,
      preview_json: null,
      ...decision,
    })
    .where('id', '=', id)
    .execute();
}

/** Notes the envelope of the upload with this sound; answers whether there is one that still needs it. */
export async function noteUploadEnvelope(db: Db, file: string, envelope: string): Promise<boolean> {
  const noted = await db
    .updateTable('uploads')
    .set({ envelope })
    .where('file', '=', file)
    .where('status', '<>', 'rejected')
    .executeTakeFirst();
  return noted.numUpdatedRows > 0n;
}

/** Notes the preview of the upload with this sound while it waits. */
export async function noteUploadPreview(db: Db, file: string, preview: string | null): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ preview_json: preview })
    .where('file', '=', file)
    .where('status', '=', sql.lit('pending_review'))
    .execute();
}

/** Deletes a track with its upload and the new sound that waits for it. Returns whether it existed; unlink the blob after the commit. */
export async function removeRecording(
  db: Db,
  track: { id: string; file: string },
  now: number,
): Promise<boolean> {
  const wasThere = await removeTrack(db, track.id, now);
  if (!wasThere) return false;
  await removeUploadOf(db, track.file, now);
  const waiting = await waitingReplacement(db, track.id);
  if (waiting) await removeWaitingUpload(db, waiting.id, now);
  return true;
}

/** Deletes an upload that nobody has decided about; sealed evidence stays. Unlink the blob after the commit. */
export async function removeWaitingUpload(db: Db, id: string, now: number): Promise<void> {
  await sealSuspected(db, [id], now);
  await forgetUpload(db, id, now);
  await noteErased(db, 'upload', [id], now);
}

/**
 * Call before waiting uploads change or go without a moderator's decision: sound that was removed for an urgent reason before becomes
 * evidence, and so does one that a moderator has left to an admin.
 */
export async function sealSuspected(db: Db, ids: readonly string[], now: number): Promise<void> {
  const suspected = await db
    .selectFrom('uploads')
    .leftJoin('known_material', 'known_material.id', 'uploads.known_id')
    .leftJoin('review_escalations', 'review_escalations.upload_id', 'uploads.id')
    .select('uploads.id')
    .where(sql<boolean>`uploads.id in ${idList(ids)}`)
    .where('uploads.status', '=', sql.lit('pending_review'))
    .where((where) =>
      where.or([
        where('known_material.category', 'in', [...URGENT_CATEGORIES]),
        where('review_escalations.upload_id', 'is not', null),
      ]),
    )
    .execute();
  for (const { id } of suspected) await sealEvidence(db, { subject: 'upload', id }, 'held', now);
}

/** Deletes the upload of a published sound that is no longer stored. */
export async function removeUploadOf(db: Db, file: string, now: number): Promise<void> {
  const upload = await db
    .selectFrom('uploads')
    .select(['id', 'account_id', 'upload_key'])
    .where('file', '=', file)
    .executeTakeFirst();
  if (!upload) return;
  await sealCurrent(db, 'upload', [upload.id], now);
  await endUploadKey(db, upload, now);
  await db.deleteFrom('uploads').where('id', '=', upload.id).execute();
}

/** The same, for an id that may be unknown. */
export async function removeRecordingById(db: Db, id: string, now: number): Promise<void> {
  const file = await fileOfTrack(db, id);
  if (file !== null) await removeRecording(db, { id, file }, now);
}

/**
 * Deletes at most `limit` uploads of all accounts. Returns their number and the doomed blobs of unpublished ones: unlink them
 * after the commit.
 */
export async function removeSomeUploads(
  db: Db,
  limit: number,
  now: number,
): Promise<{ removed: number; files: string[] }> {
  const uploads = await db
    .selectFrom('uploads')
    .select(['id', 'file', 'status', 'erase_at', 'account_id', 'upload_key'])
    .limit(limit)
    .execute();
  const ids = uploads.map(({ id }) => id);
  await sealCurrent(db, 'upload', ids, now);
  await sealSuspected(db, ids, now);
  for (const upload of uploads) await endUploadKey(db, upload, now);
  await db
    .deleteFrom('uploads')
    .where(sql<boolean>`id in ${idList(ids)}`)
    .execute();
  const files = uploads.filter(isUnpublished).map(({ file }) => file);
  await doomBlobs(db, files, now);
  await noteErased(db, 'upload', ids, now);
  return { removed: uploads.length, files };
}

/** Erases the audio of a rejected upload; its row stays as long as other decided ones. Unlink the blob after the commit. */
export async function eraseRejected(db: Db, id: string, now: number): Promise<void> {
  const upload = await db
    .updateTable('uploads')
    .set({ erase_at: null })
    .where('id', '=', id)
    .where('erase_at', 'is not', null)
    .returning('file')
    .executeTakeFirst();
  if (upload) await doomBlob(db, upload.file, now);
}

/** For replaying the ledger: writes no ledger entry. Deletes the blob unless a track uses it. */
export async function forgetUpload(db: Db, id: string, now: number): Promise<void> {
  await sealCurrent(db, 'upload', [id], now);
  const upload = await db
    .deleteFrom('uploads')
    .where('id', '=', id)
    .returning(['file', 'account_id', 'upload_key'])
    .executeTakeFirst();
  if (!upload) return;
  await endUploadKey(db, upload, now);
  if (!(await isTrackFile(db, upload.file))) await doomBlob(db, upload.file, now);
}

/** Dooms the blobs of an account's unpublished uploads; the rows are deleted with the account. Returns the blob names. */
async function eraseUploadsOf(db: Db, accountId: string, now: number): Promise<string[]> {
  const waiting = await waitingFiles(db, accountId);
  const ids = waiting.map(({ id }) => id);
  const files = waiting.map(({ file }) => file);
  await sealCurrent(db, 'upload', ids, now);
  await sealSuspected(db, ids, now);
  await doomBlobs(db, files, now);
  await db.deleteFrom('upload_events').where('account_id', '=', accountId).execute();
  await noteErased(db, 'upload', ids, now);
  return files;
}

/** Before merging a guest: an upload key used by both stays with the account. */
async function dropDoubleUploadKeys(db: Db, guest: string, account: string): Promise<void> {
  await sql`update uploads set upload_key = null where account_id = ${guest} and upload_key in (
    select upload_key from uploads where account_id = ${account})`.execute(db);
}

/** Removes the addresses of uploads counted before `before` (ms); the counts stay. */
export async function forgetAddresses(db: Db, before: number): Promise<void> {
  await db
    .updateTable('upload_events')
    .set({ address_key: null, site_key: null })
    .where('address_key', 'is not', null)
    .where('created_at', '<', before)
    .execute();
}

/** The preview as JSON (`contract/uploads.ts`), about 1 kB; null for silence. */
export const writePreview = ({ spans, heat }: InspectedAudio['preview']): string | null =>
  spans.length === 0 ? null : JSON.stringify({ spans, heat: [...heat] });

export const personalUploads: PersonalPart<
  'uploads' | 'transfers' | 'upload_events' | 'uploader_trust',
  'uploads' | 'countedUploads' | 'unfinishedUploads' | 'trust'
> = {
  columns: {
    uploads: ['account_id'],
    transfers: ['account_id'],
    upload_events: ['account_id'],
    uploader_trust: ['account_id'],
  },
  missed: ['uploads', 'transfers'],
  exportOf: async (db, id) => ({
    uploads: (await uploadsOf(db, id)).map(exportedUpload),
    countedUploads: (await countedUploadsOf(db, id)).map(exportedCountedUpload),
    trust: exportedTrust(await storedTrustOf(db, id)),
    unfinishedUploads: (await transfersOf(db, id)).map(exportedTransfer),
  }),
  async eraseOf(db, id, now) {
    const transfers = (await transfersOf(db, id)).map(({ file }) => file);
    await doomBlobs(db, transfers, now);
    return [...(await eraseUploadsOf(db, id, now)), ...transfers];
  },
  async dropDoubles(db, guest, account) {
    await dropDoubleTransfers(db, guest, account);
    await dropDoubleUploadKeys(db, guest, account);
    await mergeTrust(db, guest, account);
  },
};
