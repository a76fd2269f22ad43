// The rows of an upload whose audio is kept: what waits or goes live at once, its consent, its count and its activity.
import { randomUUID } from 'node:crypto';
import type { AddressKeys } from '../action.ts';
import { recordActivity } from '../activities/store.ts';
import { autoApproveIsOn } from '../configuration/autoApprove.ts';
import type { UploadReply } from '../contract/uploads.ts';
import type { Db } from '../db/client.ts';
import { audioColumns } from '../db/tables/audio.ts';
import type { Deps } from '../deps.ts';
import { openReports } from '../reports/queries.ts';
import { noteConsent } from '../tracks/consentStore.ts';
import type { countUploads, Uploader } from './countQueries.ts';
import type { Entitlement } from './entitlement.ts';
import type { UploadFields } from './fields.ts';
import type { KeptAudio } from './keptAudio.ts';
import { presentUpload } from './present.ts';
import { writePreview } from './preview.ts';
import { estimatedReviewTime, findUpload } from './queries.ts';
import type { ReceivedFile } from './receive.ts';
import { releaseUpload } from './release.ts';
import { assess, reviewReason, waitsForReview } from './rules.ts';
import { countUpload, insertUpload } from './store.ts';
import { trustOf } from './trustStore.ts';

export interface Publication {
  by: Entitlement;
  file: ReceivedFile;
  fields: UploadFields;
  /** Where it came from. */
  from: AddressKeys;
}

export type Who = Uploader & { fileKeys: readonly [current: string, previous: string] };

/** The name as its owner and moderators see it: one line, no control or direction characters. It is never a path. */
const shownName = (name: string) =>
  name.replace(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '').slice(0, 255);

interface Storing extends KeptAudio {
  publication: Publication;
  counts: Awaited<ReturnType<typeof countUploads>>;
  who: Who;
  now: number;
}

/** Call in the transaction that uses up the entitlement. */
export async function store(db: Db, deps: Deps, storing: Storing): Promise<UploadReply> {
  const { publication, audio, name, size, counts, who, now } = storing;
  const { deviceKey, addressKey, siteKey } = who;
  const [fileKey] = who.fileKeys;
  const { fields, by, file } = publication;
  const reports = await openReports(db, { accountId: by.accountId });
  const assessment = assess(counts, { ...fields, seconds: audio.seconds, openReports: reports });
  const id = randomUUID();
  await insertUpload(db, {
    id,
    account_id: by.accountId,
    upload_key: fields.uploadKey,
    ...audioColumns(audio, { file: name, size, envelope: storing.envelope }),
    original_name: shownName(file.originalName),
    title: fields.title,
    description: fields.description,
    gender: fields.gender,
    tags_json: JSON.stringify(fields.tags),
    transcript: fields.transcript,
    allow_comments: fields.allowComments ? 1 : 0,
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
    site_key: siteKey,
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
