// From a received file to a durable upload: ticket, content, blob, one transaction, answer (reliability §1.3).
import { randomBytes, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { recordActivity } from '../activities/store.ts';
import { autoApproveIsOn } from '../configuration/autoApprove.ts';
import type { UploadReply } from '../contract/uploads.ts';
import type { Db } from '../db/client.ts';
import { databaseFault } from '../db/faults.ts';
import type { Deps } from '../deps.ts';
import { ApiError, invalid } from '../errors.ts';
import type { InspectedAudio } from '../inspect/inspector.ts';
import { knownNonAudio } from '../inspect/sniff.ts';
import { openReports } from '../reports/queries.ts';
import { keepEnvelope } from '../storage/envelopes.ts';
import { noteConsent } from '../tracks/consentStore.ts';
import { answerAgain } from './answerAgain.ts';
import { exclusively } from './atWork.ts';
import { countUploads, type Uploader } from './countQueries.ts';
import type { Entitlement } from './entitlement.ts';
import type { UploadFields } from './fields.ts';
import { checkOwner, requireOwner } from './owner.ts';
import { refuseAboveCeiling } from './policy.ts';
import { presentUpload } from './present.ts';
import { writePreview } from './preview.ts';
import { estimatedReviewTime, findUpload, findUploadByKey, type UploadRow } from './queries.ts';
import { refuseAboveQuota } from './quota.ts';
import type { ReceivedFile } from './receive.ts';
import { releaseUpload } from './release.ts';
import { assess, isTooDamaged, reviewReason, waitsForReview } from './rules.ts';
import { countUpload, insertUpload } from './store.ts';
import { trustOf } from './trustStore.ts';

export interface Publication {
  by: Entitlement;
  file: ReceivedFile;
  fields: UploadFields;
  /** Keyed hash of the address it came from. */
  addressKey: string;
}

/** The stored row for a repeat of the same upload; an account's key for other bytes is refused. */
async function repeated(
  db: Db,
  { fields: { uploadKey }, by }: Publication,
  fileKeys: readonly string[],
): Promise<UploadRow | null> {
  const known = uploadKey === null ? undefined : await findUploadByKey(db, by.accountId, uploadKey);
  if (!known) return null;
  if (!fileKeys.includes(known.file_key)) {
    throw invalid('uploadKey', 'taken', 'This uploadKey belongs to another upload');
  }
  return known;
}

const beingReceived = () =>
  new ApiError('conflict', 'This upload is being received', { headers: { 'Retry-After': '1' } });
const beingUsed = () => new ApiError('cap_token_used', 'This capToken is being used');

/** Another look at the same file would end in the same way. */
const isFinal = (error: unknown) =>
  error instanceof ApiError && (error.code.startsWith('audio_') || error.code === 'quota_exceeded');

/**
 * Publishes a received file; one try at a time per upload key and per entitlement, and one look per entitlement. On
 * any refusal nothing is stored; the caller removes the temporary file. Throws ApiError.
 */
export function publish(deps: Deps, publication: Publication): Promise<UploadReply> {
  const { fields, by, file, addressKey } = publication;
  const key = fields.uploadKey === null ? null : `key ${by.accountId} ${fields.uploadKey}`;
  return exclusively(key, beingReceived, async () => {
    const now = deps.now();
    const fileKeys = deps.keys.fileKeys(file.sha256, now);
    const deviceKey = fields.deviceId === null ? null : deps.keys.pseudonym('device', fields.deviceId);
    const who = { accountId: by.accountId, deviceKey, addressKey, fileKeys };

    await checkOwner(deps.db, by.accountId, fields);
    const known = await repeated(deps.db, publication, fileKeys);
    if (known) return answerAgain(deps, known);
    return exclusively(by.name, beingUsed, async () => {
      await by.refuseUsed(deps.db);
      refuseAboveCeiling(await countUploads(deps.db, who, now), now);
      await refuseAboveQuota(deps.db, deps.env, claimed(publication, file.size));
      try {
        return await lookAndStore(deps, publication, who, now);
      } catch (error) {
        if (isFinal(error)) await by.forfeit();
        throw error;
      }
    });
  });
}

const claimed = ({ by }: Publication, bytes: number) => ({
  accountId: by.accountId,
  bytes,
  exceptTransfer: by.transfer,
});

/** What may have happened while the file was looked at is asked again in the transaction that stores it. */
async function lookAndStore(
  deps: Deps,
  publication: Publication,
  who: Who,
  now: number,
): Promise<UploadReply> {
  const { by, file } = publication;
  if (file.size === 0) throw new ApiError('audio_empty', 'The file is empty');
  const looksLike = knownNonAudio(file.head);
  if (looksLike) throw new ApiError('audio_unsupported', `This is ${looksLike}, not audio`);
  const kept = await keepAudio(deps, file);
  const { name, size } = kept;
  let published: { reply: UploadReply } | { known: UploadRow };
  try {
    published = await deps.db.transaction().execute(async (tx) => {
      await requireOwner(tx, by.accountId);
      const known = await repeated(tx, publication, who.fileKeys);
      if (known) return { known };
      await by.use(tx);
      await refuseAboveQuota(tx, deps.env, claimed(publication, size));
      const counts = await countUploads(tx, who, now);
      refuseAboveCeiling(counts, now);
      return { reply: await store(tx, deps, { ...kept, publication, counts, who, now }) };
    });
  } catch (error) {
    await discard(deps, name);
    throw databaseFault(error) === 'duplicate' ? beingReceived() : error;
  }
  if ('reply' in published) return published.reply;
  await discard(deps, name);
  await by.forfeit();
  return answerAgain(deps, published.known);
}

/** Without a row it is an orphan: one that cannot be removed now goes with the sweep. */
const discard = ({ blobs, log }: Pick<Deps, 'blobs' | 'log'>, name: string) =>
  blobs.remove(name).catch((error) => log.warn({ err: error, file: name }, 'an orphan stays for the sweep'));

interface KeptAudio {
  audio: InspectedAudio;
  name: string;
  /** Blob of its spectral envelope. */
  envelope: string | null;
  /** Bytes as kept. */
  size: number;
  /** Hash of the bytes as kept, lower-case hex. */
  sha256: string;
  /** Names of the metadata fields that were not kept. */
  removed: string[];
}

/** Looks at the file in the engine's thread and keeps it, or its copy without metadata, under a random name. */
async function keepAudio(deps: Deps, file: ReceivedFile): Promise<KeptAudio> {
  const cleanPath = deps.temporary.path();
  try {
    const audio = await deps.inspector.inspect(file.path, file.size, cleanPath);
    if (isTooDamaged(audio))
      throw new ApiError('audio_damaged', 'Parts of the audio are missing or unreadable');
    const name = `${randomBytes(16).toString('hex')}.${audio.extension}`;
    await deps.blobs.putFile(name, audio.cleaned ? cleanPath : file.path);
    const envelope = await keepEnvelope(deps.blobs, name, audio.envelope).catch(async (error) => {
      await discard(deps, name);
      throw error;
    });
    const kept = await deps.blobs.known(name);
    const { sha256, removed } = audio.cleaned ?? { sha256: file.sha256, removed: [] };
    return { audio, name, envelope, size: kept?.size ?? file.size, sha256, removed };
  } finally {
    await rm(cleanPath, { force: true });
  }
}

/** The name as its owner and moderators see it: one line, no control or direction characters. It is never a path. */
const shownName = (name: string) =>
  name.replace(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '').slice(0, 255);

type Who = Uploader & { fileKeys: readonly [current: string, previous: string] };

interface Storing extends KeptAudio {
  publication: Publication;
  counts: Awaited<ReturnType<typeof countUploads>>;
  who: Who;
  now: number;
}

async function store(db: Db, deps: Deps, storing: Storing): Promise<UploadReply> {
  const { publication, audio, name, size, counts, who, now } = storing;
  const { deviceKey, addressKey } = who;
  const [fileKey] = who.fileKeys;
  const { fields, by, file } = publication;
  const reports = await openReports(db, { accountId: by.accountId });
  const assessment = assess(counts, { ...fields, seconds: audio.seconds, openReports: reports });
  const id = randomUUID();
  await insertUpload(db, {
    id,
    account_id: by.accountId,
    upload_key: fields.uploadKey,
    file: name,
    mime_type: audio.mimeType,
    size,
    original_name: shownName(file.originalName),
    title: fields.title,
    description: fields.description,
    gender: fields.gender,
    tags_json: JSON.stringify(fields.tags),
    transcript: fields.transcript,
    allow_comments: fields.allowComments ? 1 : 0,
    duration: audio.seconds,
    face: Buffer.from(audio.face).toString('base64'),
    lufs: audio.lufs,
    envelope: storing.envelope,
    preview_json: writePreview(audio.preview),
    container: audio.container,
    codec: audio.codec,
    flags_json: JSON.stringify(assessment.flags),
    needs_person: assessment.needsPerson ? 1 : 0,
    reason: reviewReason(assessment.flags),
    duplicate_count: counts.identical,
    file_key: fileKey,
    removed_json: JSON.stringify(storing.removed),
    consent_at: fields.consentAt,
    status: 'pending_review',
    track_id: null,
    created_at: now,
    decided_at: null,
    decided_by: null,
    decision_reason: null,
  });
  if (fields.gender === 'Couple' && fields.consentAt !== null) {
    const { consentVersion: version, consentAt: givenAt } = fields;
    await noteConsent(db, { id, accountId: by.accountId, version, givenAt });
  }
  await countUpload(db, {
    account_id: by.accountId,
    device_key: deviceKey,
    address_key: addressKey,
    file_key: fileKey,
    seconds: audio.seconds,
    created_at: now,
  });
  const upload = await findUpload(db, id);
  if (!upload) throw new Error('the upload just written is not there');
  const modes = { autoApprove: await autoApproveIsOn(db), reviewPolicy: deps.env.reviewPolicy };
  const trust = await trustOf(db, by.accountId);
  const trackId = waitsForReview(assessment, modes, trust)
    ? null
    : await releaseUpload(db, upload, null, now);
  await recordActivity(
    db,
    { accountId: by.accountId, type: 'my_upload', trackId, trackTitle: fields.title },
    now,
  );
  const stored = await findUpload(db, id);
  if (!stored) throw new Error('the upload just written is not there');
  return presentUpload(stored, storing.sha256, await estimatedReviewTime(db));
}
