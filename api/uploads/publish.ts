// From a received file (multipart or resumable) to a durable upload: ticket, inspection, blob, one transaction, answer.

import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { AddressKeys } from '../action.ts';
import { recordActivity } from '../activities/store.ts';
import { autoApproveIsOn } from '../configuration/autoApprove.ts';
import { powClass } from '../contract/pow.ts';
import { OFFSET_HEADER } from '../contract/transfers.ts';
import type { UploadReply } from '../contract/uploads.ts';
import type { Db } from '../db/client.ts';
import { databaseFault } from '../db/faults.ts';
import { audioColumns } from '../db/tables/audio.ts';
import type { Deps } from '../deps.ts';
import { ApiError, invalid } from '../errors.ts';
import { knownNonAudio } from '../inspect/sniff.ts';
import { findMaterial, isUrgentMaterial } from '../material/queries.ts';
import { openReports } from '../reports/queries.ts';
import type { BlobStore } from '../storage/blobs.ts';
import { noteConsent } from '../tracks/consentStore.ts';
import { countUploads, type Uploader } from './countQueries.ts';
import type { UploadFields } from './fields.ts';
import { refuseAboveAddress, refuseAboveCeiling, refuseOtherOwner } from './policy.ts';
import { presentUpload } from './present.ts';
import { estimatedReviewTime, findUpload, findUploadByKey, requireOwner, type UploadRow } from './queries.ts';
import { HEAD_BYTES, type ReceivedFile } from './receive.ts';
import { releaseUpload } from './release.ts';
import { replacedRecording } from './replacing.ts';
import { assess, reviewReason, type UploadCounts, waitsForReview } from './rules.ts';
import { countUpload, insertUpload, writePreview } from './store.ts';
import { discard, type StoredAudio, storeAudio } from './storedAudio.ts';
import type { Ticket } from './ticket.ts';
import { forfeitTicket, refuseEndedKey, refuseSpentTicket, spendTicket } from './ticketStore.ts';
import { removeTransfer, type Transfer } from './transferStore.ts';
import {
  contentKeyOf,
  dropTransfer,
  orMakeRoom,
  receivedBytes,
  refuseAboveQuota,
  refuseTooFast,
} from './transfers.ts';
import { trustOf } from './trustStore.ts';

/** The stored row of a repeated upload. Throws `invalid_body` if the key belongs to other bytes, `not_found` once it is deleted. */
async function repeated(
  db: Db,
  { fields: { uploadKey }, by }: Publication,
  fileKeys: readonly string[],
): Promise<UploadRow | null> {
  if (uploadKey === null) return null;
  const known = await findUploadByKey(db, by.accountId, uploadKey);
  if (!known) {
    await refuseEndedKey(db, by.accountId, uploadKey);
    return null;
  }
  if (!fileKeys.includes(known.file_key)) {
    throw invalid('uploadKey', 'taken', 'This uploadKey belongs to another upload');
  }
  return known;
}

const beingReceived = () =>
  new ApiError('conflict', 'This upload is being received', { headers: { 'Retry-After': '1' } });
const beingUsed = () => new ApiError('cap_token_used', 'This capToken is being used');

/** Whether another inspection of the same file would fail the same way. */
const isFinal = (error: unknown) =>
  error instanceof ApiError && (error.code.startsWith('audio_') || error.code === 'quota_exceeded');

/**
 * Publishes a received file: one try at a time per upload key and per entitlement, and one inspection per entitlement. A
 * refusal stores nothing. The caller removes the temporary file. Throws ApiError.
 */
export function publish(deps: Deps, publication: Publication): Promise<UploadReply> {
  const { fields, by, file, from } = publication;
  const key = fields.uploadKey === null ? null : `key ${by.accountId} ${fields.uploadKey}`;
  return exclusively(deps.db, key, beingReceived, async () => {
    const now = deps.now();
    const fileKeys = deps.keys.fileKeys(file.sha256, now);
    const deviceKey = fields.deviceId === null ? null : deps.keys.pseudonym('device', fields.deviceId);
    const who = {
      accountId: by.accountId,
      deviceKey,
      addressKey: from.key,
      siteKey: from.siteKey,
      fileKeys,
    };

    await checkOwner(deps.db, by.accountId, fields);
    const known = await repeated(deps.db, publication, fileKeys);
    if (known) return answerAgain(deps, known);
    await replacedRecording(deps.db, by.accountId, fields);
    return exclusively(deps.db, by.name, beingUsed, async () => {
      await by.refuseUsed(deps.db);
      refuseTooMany(deps, await countUploads(deps.db, { ...who, sameKeys: [] }, now), now);
      await orMakeRoom(deps, file.size, () =>
        refuseAboveQuota(deps.db, deps.env, claimed(publication, file.size), now),
      );
      try {
        return await inspectAndStore(deps, publication, who, now);
      } catch (error) {
        if (isFinal(error)) await by.forfeit();
        throw error;
      }
    });
  });
}

function refuseTooMany({ env }: Pick<Deps, 'env'>, counts: UploadCounts, now: number): void {
  refuseAboveCeiling(counts, now);
  refuseAboveAddress(counts, env.rateLimitFactor, now);
}

const claimed = ({ by }: Publication, bytes: number) => ({
  accountId: by.accountId,
  bytes,
  exceptTransfer: by.transfer,
});

/** The transaction repeats checks that may have changed during the inspection. */
async function inspectAndStore(
  deps: Deps,
  publication: Publication,
  who: Who,
  now: number,
): Promise<UploadReply> {
  const { by, file } = publication;
  if (file.size === 0) throw new ApiError('audio_empty', 'The file is empty');
  const looksLike = knownNonAudio(file.head);
  if (looksLike) throw new ApiError('audio_unsupported', `This is ${looksLike}, not audio`);
  const stored = await storeAudio(deps, file, publication.from.key);
  const { name, size } = stored;
  let published: { reply: UploadReply } | { known: UploadRow };
  try {
    published = await deps.db.transaction().execute(async (tx) => {
      await requireOwner(tx, by.accountId);
      const known = await repeated(tx, publication, who.fileKeys);
      if (known) return { known };
      await by.use(tx);
      const replaced = await replacedRecording(tx, by.accountId, publication.fields);
      await refuseAboveQuota(tx, deps.env, claimed(publication, size), now);
      const sameKeys = deps.keys.fileKeys(stored.soundSha256, now);
      const counts = await countUploads(tx, { ...who, sameKeys }, now);
      refuseTooMany(deps, counts, now);
      const storing = { ...stored, publication, replaced, counts, who, sameKey: sameKeys[0], now };
      return { reply: await store(tx, deps, storing) };
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

interface Publication {
  by: Entitlement;
  file: ReceivedFile;
  fields: UploadFields;
  /** The caller's address. */
  from: AddressKeys;
}

type Who = Omit<Uploader, 'sameKeys'> & { fileKeys: readonly [current: string, previous: string] };

/** The original name on one line, without control or direction characters. It is never used as a path. */
const shownName = (name: string) =>
  name.replace(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '').slice(0, 255);

interface Storing extends StoredAudio {
  publication: Publication;
  replaced: Awaited<ReturnType<typeof replacedRecording>>;
  counts: Awaited<ReturnType<typeof countUploads>>;
  who: Who;
  sameKey: string;
  now: number;
}

/** As the columns of a track. */
const detailsOf = (fields: UploadFields) => ({
  title: fields.title,
  description: fields.description,
  gender: fields.gender,
  tags_json: JSON.stringify(fields.tags),
  transcript: fields.transcript,
  allow_comments: fields.allowComments ? (1 as const) : (0 as const),
});

/** Call in the transaction that uses up the entitlement. */
async function store(db: Db, deps: Deps, storing: Storing): Promise<UploadReply> {
  const { publication, replaced, audio, name, size, counts, who, now } = storing;
  const { deviceKey, addressKey, siteKey } = who;
  const [fileKey] = who.fileKeys;
  const { fields, by, file } = publication;
  const reports = await openReports(db, { accountId: by.accountId });
  const soundKey = deps.keys.pseudonym('sound', storing.soundSha256);
  const known = await findMaterial(db, soundKey);
  const assessment = assess(counts, {
    ...fields,
    seconds: audio.seconds,
    openReports: reports,
    known: known === undefined ? null : isUrgentMaterial(known) ? 'urgent' : 'other',
  });
  const id = randomUUID();
  const details = replaced ?? detailsOf(fields);
  await insertUpload(db, {
    id,
    account_id: by.accountId,
    upload_key: fields.uploadKey,
    ...audioColumns(audio, { file: name, size, envelope: storing.envelope, sound_key: soundKey }),
    original_name: shownName(file.originalName),
    title: details.title,
    description: details.description,
    gender: details.gender ?? 'Diverse',
    tags_json: details.tags_json,
    transcript: details.transcript,
    allow_comments: details.allow_comments,
    replaces: replaced?.id ?? null,
    replaces_file: replaced?.file ?? null,
    preview_json: writePreview(audio.preview),
    container: audio.container,
    codec: audio.codec,
    flags_json: JSON.stringify(assessment.flags),
    needs_person: assessment.needsPerson || replaced ? 1 : 0,
    reason: reviewReason(assessment.flags),
    duplicate_count: counts.identical,
    file_key: fileKey,
    known_id: known?.id ?? null,
    removed_json: JSON.stringify(storing.removed),
    consent_at: fields.consentAt,
    status: 'pending_review',
    track_id: null,
    created_at: now,
    decided_at: null,
    decided_by: null,
    decision_reason: null,
  });
  if (details.gender === 'Couple' && fields.consentAt !== null) {
    const { consentVersion: version, consentAt: givenAt } = fields;
    await noteConsent(db, { id, accountId: by.accountId, version, givenAt });
  }
  await countUpload(db, {
    account_id: by.accountId,
    device_key: deviceKey,
    address_key: addressKey,
    site_key: siteKey,
    file_key: fileKey,
    same_key: storing.sameKey,
    seconds: audio.seconds,
    created_at: now,
  });
  const upload = await findUpload(db, id);
  if (!upload) throw new Error('the upload just written is not there');
  const modes = { autoApprove: await autoApproveIsOn(db), reviewPolicy: deps.env.reviewPolicy };
  const trust = await trustOf(db, by.accountId);
  // Its comments and likes are about another sound, so that a moderator compares both.
  const waits = replaced !== null || waitsForReview(assessment, modes, trust);
  const trackId = waits ? null : await releaseUpload(db, upload, null, now);
  await recordActivity(
    db,
    { accountId: by.accountId, type: 'my_upload', trackId, trackTitle: details.title },
    now,
  );
  const stored = await findUpload(db, id);
  if (!stored) throw new Error('the upload just written is not there');
  return presentUpload(stored, storing.sha256, await estimatedReviewTime(db));
}

interface Entitlement {
  accountId: string;
  /** Unique name. */
  name: string;
  /** Id of the transfer that announced the bytes. */
  transfer: string | null;
  /** A cheap early check before the inspection. */
  refuseUsed(db: Db): Promise<void>;
  /** Call in the upload's transaction; throws if it is already used. */
  use(db: Db): Promise<void>;
  /** Ends it without an upload after the inspection failed. */
  forfeit(): Promise<void>;
}

/** A ticket is valid only for these bytes and their size class. */
export function byTicket(
  { db }: Pick<Deps, 'db'>,
  ticket: Ticket,
  file: Pick<ReceivedFile, 'sha256' | 'size'>,
): Entitlement {
  if (file.sha256 !== ticket.sha256) {
    throw new ApiError('cap_token_invalid', 'The capToken was issued for another file');
  }
  if (powClass(file.size).difficulty > ticket.difficulty) {
    throw new ApiError('cap_token_invalid', 'The capToken was issued for a smaller file');
  }
  return {
    accountId: ticket.accountId,
    name: `ticket ${ticket.nonce}`,
    transfer: null,
    refuseUsed: (tx) => refuseSpentTicket(tx, ticket),
    use: (tx) => spendTicket(tx, ticket),
    forfeit: () => forfeitTicket(db, ticket),
  };
}

// Runs one piece of work at a time per name within this process. Between servers the transaction decides.
const namesOf = new WeakMap<object, Set<string>>();

/** Throws `refusal` while other work of this name runs in this process. */
async function exclusively<T>(
  server: object,
  name: string | null,
  refusal: () => Error,
  work: () => Promise<T>,
): Promise<T> {
  if (name === null) return work();
  const names = namesOf.get(server) ?? new Set();
  namesOf.set(server, names);
  if (names.has(name)) throw refusal();
  names.add(name);
  try {
    return await work();
  } finally {
    names.delete(name);
  }
}

/** SHA-256 of a blob, lower-case hex; null without a blob. */
async function hashOf(blobs: BlobStore, name: string): Promise<string | null> {
  const stored = await blobs.stat(name);
  if (!stored) return null;
  const hash = createHash('sha256');
  for await (const chunk of await blobs.read(name, 0, stored.size - 1)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/**
 * The answer for a repeat. Reads the file to hash it: the hash is not stored, because it would show who else has the file.
 */
export async function answerAgain(deps: Deps, upload: UploadRow) {
  const sha256 = await hashOf(deps.blobs, upload.file);
  return presentUpload(upload, sha256, await estimatedReviewTime(deps.db));
}

async function readReceived(path: string): Promise<Pick<ReceivedFile, 'size' | 'sha256' | 'head'>> {
  const hash = createHash('sha256');
  const head: Buffer[] = [];
  let size = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
    if (size < HEAD_BYTES) head.push(chunk.subarray(0, HEAD_BYTES - size));
    size += chunk.length;
    hash.update(chunk);
  }
  return { size, sha256: hash.digest('hex'), head: Buffer.concat(head) };
}

/**
 * Publishes a complete transfer; call it inside `holding`. The transfer ends with the upload's transaction, or if its bytes
 * can never be published. Fields and account are checked before the bytes are read. A repeat gets the stored answer.
 */
export async function publishTransfer(
  deps: Deps,
  transfer: Transfer,
  { fields, originalName, from }: { fields: UploadFields; originalName: string; from: AddressKeys },
): Promise<UploadReply> {
  const offset = await receivedBytes(deps, transfer);
  if (offset < transfer.size) {
    throw new ApiError('wrong_offset', `${transfer.size - offset} bytes are missing`, {
      headers: { [OFFSET_HEADER]: String(offset) },
    });
  }
  await checkOwner(deps.db, transfer.account_id, fields);
  await refuseTooFast(deps.db, deps, { accountId: transfer.account_id, from });
  // A hard link or copy, so that a failed try leaves the transfer complete.
  const path = deps.temporary.path();
  try {
    await deps.blobs.pieces.copyTo(transfer.file, path);
    const received = await readReceived(path);
    if (contentKeyOf(deps, received.sha256) !== transfer.content_key) {
      throw new ApiError('cap_token_invalid', 'The bytes are not those the capToken was issued for');
    }
    const reply = await publish(deps, {
      file: { ...received, path, originalName },
      fields: { ...fields, uploadKey: transfer.upload_key },
      by: byTransfer(deps, transfer),
      from,
    });
    await dropTransfer(deps, transfer);
    return reply;
  } catch (error) {
    // Other bytes than announced, or a deleted account.
    if (error instanceof ApiError && error.code === 'cap_token_invalid') await dropTransfer(deps, transfer);
    throw error;
  } finally {
    await rm(path, { force: true });
  }
}

/** The ticket was spent when the transfer was opened. */
const byTransfer = (deps: Deps, transfer: Transfer): Entitlement => ({
  accountId: transfer.account_id,
  name: `transfer ${transfer.id}`,
  transfer: transfer.id,
  refuseUsed: async () => {},
  use: async (tx) => {
    if (!(await removeTransfer(tx, transfer.id))) throw new ApiError('conflict', 'This upload has ended');
  },
  forfeit: () => dropTransfer(deps, transfer),
});

/** Throws `cap_token_invalid` or `identity_mismatch`. */
async function checkOwner(
  db: Db,
  accountId: string,
  fields: Pick<UploadFields, 'userId' | 'username'>,
): Promise<void> {
  refuseOtherOwner(await requireOwner(db, accountId), fields);
}
