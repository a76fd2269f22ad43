// Turns an upload into a track, or rejects it.
import { randomUUID } from 'node:crypto';
import { accountRow } from '../accounts/queries.ts';
import { recordActivity } from '../activities/store.ts';
import type { Gender } from '../contract/categories.ts';
import { gravityOf, type ReportCategory } from '../contract/reportCategories.ts';
import type { Db } from '../db/client.ts';
import { stringList } from '../db/json.ts';
import { audioOf } from '../db/tables/audio.ts';
import { sealCurrent, sealEvidence } from '../evidence/store.ts';
import { forgetMaterial, noteMaterial } from '../material/store.ts';
import { notify, notifyFollowers } from '../notifications/notify.ts';
import { bindConsent } from '../tracks/consentStore.ts';
import { doomBlob } from '../tracks/doomedStore.ts';
import { insertTrack, replaceSound } from '../tracks/store.ts';
import { type UploadRow, waitingReplacement } from './queries.ts';
import { closeUpload, removeUploadOf, sealSuspected } from './store.ts';
import { noteCleanApproval, repeatForfeit } from './trustStore.ts';

/**
 * Call inside a transaction, for an unpublished upload. `decidedBy` is null without a manual decision. Returns the track's id;
 * null if it replaces a sound that its track no longer has.
 */
export function releaseUpload(
  db: Db,
  upload: UploadRow,
  decidedBy: string | null,
  now: number,
  trackId?: string,
): Promise<string | null> {
  const { replaces, replaces_file: from } = upload;
  if (replaces === null || from === null) return releaseNew(db, upload, decidedBy, now, trackId);
  return releaseReplacement(db, upload, { trackId: replaces, from, decidedBy }, now);
}

/** The replaced blob is doomed: unlink it after the commit. */
async function releaseReplacement(
  db: Db,
  upload: UploadRow,
  { trackId, from, decidedBy }: { trackId: string; from: string; decidedBy: string | null },
  now: number,
): Promise<string | null> {
  const newer = await waitingReplacement(db, trackId);
  if (newer && newer.id !== upload.id) return null;
  if (!(await replaceSound(db, trackId, { from, audio: audioOf(upload) }, now))) return null;
  await removeUploadOf(db, from, now);
  await bindConsent(db, upload.id, trackId);
  await forgetMaterial(db, upload.id, now);
  await closeUpload(db, upload.id, 'approved', { track_id: trackId, decided_by: decidedBy }, now);
  if (decidedBy !== null) await noteCleanApproval(db, upload.account_id);
  const subject = { trackId, trackTitle: upload.title };
  await notify(db, { accountId: upload.account_id, type: 'upload_approved', actorId: null, ...subject }, now);
  return trackId;
}

async function releaseNew(
  db: Db,
  upload: UploadRow,
  decidedBy: string | null,
  now: number,
  trackId: string = randomUUID(),
): Promise<string> {
  const owner = await accountRow(db, upload.account_id);
  await insertTrack(db, {
    id: trackId,
    accountId: upload.account_id,
    username: owner.username,
    uploadId: upload.id,
    audio: audioOf(upload),
    title: upload.title,
    description: upload.description,
    gender: upload.gender as Gender,
    tags: stringList(upload.tags_json),
    transcript: upload.transcript,
    allowComments: upload.allow_comments === 1,
    demoPosition: null,
    createdAt: now,
  });
  await forgetMaterial(db, upload.id, now);
  await closeUpload(db, upload.id, 'approved', { track_id: trackId, decided_by: decidedBy }, now);
  if (decidedBy !== null) await noteCleanApproval(db, upload.account_id);
  const subject = { trackId, trackTitle: upload.title };
  await notify(db, { accountId: upload.account_id, type: 'upload_approved', actorId: null, ...subject }, now);
  await notifyFollowers(db, upload.account_id, subject, now);
  return trackId;
}

interface Refusal {
  decidedBy: string | null;
  reason: string;
  /** Null when no moderator decided. */
  ruleId?: string | null;
  /** Whole seconds. */
  atSeconds?: number | null;
  /** The audio stays until then for an appeal (ms). Null: it cannot be appealed. */
  eraseAt: number | null;
  /** An urgent one seals the audio. */
  category?: ReportCategory | null;
}

/**
 * Call inside a transaction, for a pending upload. Without an appeal, and unless it is sealed, the blob is doomed: unlink it
 * after the commit.
 */
export async function refuseUpload(
  db: Db,
  upload: UploadRow,
  { decidedBy, reason, ruleId = null, atSeconds = null, eraseAt, category = null }: Refusal,
  now: number,
): Promise<void> {
  // Without a moderator's decision: a consent was withdrawn.
  if (decidedBy === null) await sealSuspected(db, [upload.id], now);
  const stated = { decision_reason: reason, rule_id: ruleId, decision_at_seconds: atSeconds };
  const decision = { decided_by: decidedBy, ...stated, eraseAt };
  await closeUpload(db, upload.id, 'rejected', decision, now);
  await repeatForfeit(db, upload.account_id);
  const subject = { subject: 'upload', id: upload.id } as const;
  if (gravityOf(category) === 'urgent') await sealEvidence(db, subject, 'rejected', now);
  else await sealCurrent(db, 'upload', [upload.id], now);
  if (decidedBy !== null) await noteMaterial(db, subject, category, now);
  if (eraseAt === null) await doomBlob(db, upload.file, now);
  const owner = upload.account_id;
  const news = { trackTitle: upload.title, commentText: reason };
  await notify(db, { accountId: owner, type: 'upload_rejected', actorId: null, ...news }, now);
  await recordActivity(db, { accountId: owner, type: 'my_upload_rejected', ...news }, now);
}
