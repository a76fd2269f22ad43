// From a received file to a durable upload: ticket, content, blob, one transaction, answer (reliability §1.3).
import type { UploadReply } from '../contract/uploads.ts';
import type { Db } from '../db/client.ts';
import { databaseFault } from '../db/faults.ts';
import type { Deps } from '../deps.ts';
import { ApiError, invalid } from '../errors.ts';
import { knownNonAudio } from '../inspect/sniff.ts';
import { answerAgain } from './answerAgain.ts';
import { exclusively } from './atWork.ts';
import { countUploads } from './countQueries.ts';
import { discard, keepAudio } from './keptAudio.ts';
import { orMakeRoom } from './makingRoom.ts';
import { checkOwner, requireOwner } from './owner.ts';
import { refuseAboveAddress, refuseAboveCeiling } from './policy.ts';
import { findUploadByKey, type UploadRow } from './queries.ts';
import { refuseAboveQuota } from './quota.ts';
import type { UploadCounts } from './rules.ts';
import { type Publication, store, type Who } from './storing.ts';

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
    return exclusively(deps.db, by.name, beingUsed, async () => {
      await by.refuseUsed(deps.db);
      refuseTooMany(deps, await countUploads(deps.db, who, now), now);
      await orMakeRoom(deps, file.size, () =>
        refuseAboveQuota(deps.db, deps.env, claimed(publication, file.size), now),
      );
      try {
        return await lookAndStore(deps, publication, who, now);
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
  const kept = await keepAudio(deps, file, publication.from.key);
  const { name, size } = kept;
  let published: { reply: UploadReply } | { known: UploadRow };
  try {
    published = await deps.db.transaction().execute(async (tx) => {
      await requireOwner(tx, by.accountId);
      const known = await repeated(tx, publication, who.fileKeys);
      if (known) return { known };
      await by.use(tx);
      await refuseAboveQuota(tx, deps.env, claimed(publication, size), now);
      const counts = await countUploads(tx, who, now);
      refuseTooMany(deps, counts, now);
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
