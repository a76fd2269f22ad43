// From a received file to a durable upload: ticket, content, blob, one transaction, answer (reliability §1.3).
import { randomBytes, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { recordActivity } from '../activities/record.ts';
import { powDifficulty } from '../contract/pow.ts';
import type { UploadReply } from '../contract/uploads.ts';
import type { Db } from '../db/client.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import type { InspectedAudio } from '../inspect/inspector.ts';
import { knownNonAudio } from '../inspect/sniff.ts';
import { openReports } from './edits.ts';
import type { UploadFields } from './fields.ts';
import { countUploads, refuseAboveCeiling } from './limits.ts';
import { presentUpload } from './present.ts';
import { autoApproveIsOn, estimatedReviewTime, findUpload, insertUpload } from './queries.ts';
import { refuseAboveQuota } from './quota.ts';
import type { ReceivedFile } from './receive.ts';
import { releaseUpload } from './release.ts';
import { assess, isTooDamaged, reviewReason, waitsForReview } from './rules.ts';
import { refuseSpentTicket, spendTicket } from './spent.ts';
import type { Ticket } from './ticket.ts';

/** What entitles to one upload: a ticket, or a transfer that a ticket has opened. Used up in the upload's transaction. */
export interface Entitlement {
  accountId: string;
  /** The transfer whose announced bytes these are. */
  transfer: string | null;
  /** The cheap early look, before anything is decoded. */
  refuseUsed(db: Db): Promise<void>;
  /** Throws when somebody was faster. */
  use(db: Db): Promise<void>;
}

export interface Publication {
  by: Entitlement;
  file: ReceivedFile;
  fields: UploadFields;
}

/** A ticket is for these bytes only, and was paid for their size. */
export function byTicket(ticket: Ticket, file: Pick<ReceivedFile, 'sha256' | 'size'>): Entitlement {
  if (file.sha256 !== ticket.sha256) {
    throw new ApiError('cap_token_invalid', 'The capToken was issued for another file');
  }
  if (powDifficulty(file.size) > ticket.difficulty) {
    throw new ApiError('cap_token_invalid', 'The capToken was issued for a smaller file');
  }
  return {
    accountId: ticket.accountId,
    transfer: null,
    refuseUsed: (db) => refuseSpentTicket(db, ticket),
    use: (db) => spendTicket(db, ticket),
  };
}

/** The account must still exist and be the one the body names. */
async function checkOwner(db: Db, { by, fields }: Publication): Promise<void> {
  const account = await db
    .selectFrom('accounts')
    .select('username')
    .where('id', '=', by.accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!account) throw new ApiError('cap_token_invalid', 'The account of this capToken is gone');
  const claimsAnother =
    (fields.userId !== null && fields.userId !== by.accountId) ||
    (fields.username !== null && fields.username !== account.username);
  if (claimsAnother)
    throw new ApiError('identity_mismatch', 'The upload belongs to another account than it names');
}

/** The stored answer for a repeat of the same upload; a key for other bytes is refused. */
async function repeated(
  db: Db,
  publication: Publication,
  fileKeys: readonly string[],
): Promise<UploadReply | null> {
  const { fields, by } = publication;
  const known = fields.uploadKey === null ? undefined : await findUpload(db, fields.uploadKey);
  if (!known) return null;
  if (known.account_id !== by.accountId || !fileKeys.includes(known.file_key)) {
    throw new ApiError('invalid_body', 'This uploadKey belongs to another upload');
  }
  return presentUpload(known, await estimatedReviewTime(db));
}

const inFlight = new Set<string>();

/** One at a time per upload key: the second of two parallel tries hears 409 and may try again. */
async function exclusively<T>(key: string | null, work: () => Promise<T>): Promise<T> {
  if (key === null) return work();
  if (inFlight.has(key)) {
    throw new ApiError('conflict', 'This upload is being received', { headers: { 'Retry-After': '1' } });
  }
  inFlight.add(key);
  try {
    return await work();
  } finally {
    inFlight.delete(key);
  }
}

/**
 * Publishes a received file. On any refusal nothing is stored; the caller removes the temporary file.
 * Throws ApiError.
 */
export function publish(deps: Deps, publication: Publication): Promise<UploadReply> {
  const { fields, by, file } = publication;
  return exclusively(fields.uploadKey === null ? null : `${by.accountId} ${fields.uploadKey}`, async () => {
    const now = deps.now();
    const [fileKey, previousFileKey] = deps.keys.fileKeys(file.sha256, now);
    const fileKeys = [fileKey, previousFileKey];
    const deviceKey = fields.deviceId === null ? null : deps.keys.pseudonym('device', fields.deviceId);
    const who = { accountId: by.accountId, deviceKey, fileKeys };

    await checkOwner(deps.db, publication);
    const answered = await repeated(deps.db, publication, fileKeys);
    if (answered) return answered;
    await by.refuseUsed(deps.db);
    refuseAboveCeiling(await countUploads(deps.db, who, now), now);

    const looksLike = knownNonAudio(file.head);
    if (looksLike) throw new ApiError('audio_unsupported', `This is ${looksLike}, not audio`);
    const { audio, name, size } = await keepAudio(deps, file);
    try {
      return await deps.db.transaction().execute(async (tx) => {
        await by.use(tx);
        const claimed = { accountId: by.accountId, bytes: size, exceptTransfer: by.transfer };
        await refuseAboveQuota(tx, deps.env, claimed);
        const counts = await countUploads(tx, who, now);
        refuseAboveCeiling(counts, now);
        return store(tx, deps, { publication, audio, name, size, counts, deviceKey, fileKey, now });
      });
    } catch (error) {
      await deps.blobs.remove(name);
      throw error;
    }
  });
}

/** Looks at the file in the engine's thread and keeps it, or its copy without metadata, under a random name. */
async function keepAudio(
  deps: Deps,
  file: ReceivedFile,
): Promise<{ audio: InspectedAudio; name: string; size: number }> {
  const cleanPath = deps.blobs.temporaryPath();
  try {
    const audio = await deps.inspector.inspect(file.path, file.size, cleanPath);
    if (isTooDamaged(audio))
      throw new ApiError('audio_damaged', 'Parts of the audio are missing or unreadable');
    const name = `${randomBytes(16).toString('hex')}.${audio.extension}`;
    await deps.blobs.adopt(audio.isCleaned ? cleanPath : file.path, name);
    const kept = await deps.blobs.stat(name);
    return { audio, name, size: kept?.size ?? file.size };
  } finally {
    await rm(cleanPath, { force: true });
  }
}

/** The name as its owner and moderators see it: one line, no control or direction characters. It is never a path. */
const shownName = (name: string) =>
  name.replace(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '').slice(0, 255);

interface Storing {
  publication: Publication;
  audio: InspectedAudio;
  name: string;
  /** Bytes as kept. */
  size: number;
  counts: Awaited<ReturnType<typeof countUploads>>;
  deviceKey: string | null;
  fileKey: string;
  now: number;
}

async function store(db: Db, deps: Deps, storing: Storing): Promise<UploadReply> {
  const { publication, audio, name, size, counts, deviceKey, fileKey, now } = storing;
  const { fields, by, file } = publication;
  const reports = await openReports(db, { accountId: by.accountId });
  const assessment = assess(counts, { ...fields, seconds: audio.seconds, openReports: reports });
  const id = fields.uploadKey ?? randomUUID();
  await insertUpload(db, {
    id,
    account_id: by.accountId,
    file: name,
    mime_type: audio.mimeType,
    size,
    original_name: shownName(file.originalName),
    title: fields.title,
    description: fields.description,
    gender: fields.gender,
    tags_json: JSON.stringify(fields.tags),
    duration: audio.seconds,
    face: Buffer.from(audio.face).toString('base64'),
    lufs: audio.lufs,
    container: audio.container,
    codec: audio.codec,
    flags_json: JSON.stringify(assessment.flags),
    reason: reviewReason(assessment.flags),
    duplicate_count: counts.identical,
    file_key: fileKey,
    consent_at: fields.consentAt,
    status: 'pending_review',
    track_id: null,
    created_at: now,
    decided_at: null,
    decided_by: null,
    decision_reason: null,
  });
  await db
    .insertInto('upload_events')
    .values({
      id: randomUUID(),
      account_id: by.accountId,
      device_key: deviceKey,
      file_key: fileKey,
      seconds: audio.seconds,
      created_at: now,
    })
    .execute();
  const upload = await findUpload(db, id);
  if (!upload) throw new Error('the upload just written is not there');
  const modes = { autoApprove: await autoApproveIsOn(db), reviewPolicy: deps.env.reviewPolicy };
  const trackId = waitsForReview(assessment, modes) ? null : await releaseUpload(db, upload, null, now);
  await recordActivity(
    db,
    { accountId: by.accountId, type: 'my_upload', trackId, trackTitle: fields.title },
    now,
  );
  const stored = await findUpload(db, id);
  if (!stored) throw new Error('the upload just written is not there');
  return presentUpload(stored, await estimatedReviewTime(db));
}
