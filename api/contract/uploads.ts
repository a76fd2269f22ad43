// Uploads: the ticket, the reply, the review queue, the owner's view, and the state of a resumable transfer.
import * as z from 'zod/mini';
import { get, post } from './call.ts';
import { id, isoTime, sha256Hex, text } from './fields.ts';
import { POW_CLASSES } from './pow.ts';
import { REPORT_CATEGORIES } from './reportCategories.ts';
import { FOUND_BY, REVIEW_FLAGS } from './review.ts';
import { gender, trackUpdates } from './tracks.ts';

/** `data` of every answer about a transfer. */
export const transferState = z.strictObject({
  uploadKey: z.string(),
  sizeBytes: z.number(),
  /** Bytes stored durably; the next PATCH starts there. */
  offset: z.number(),
  /** When an unfinished transfer is removed; every PATCH extends it. Null once published. */
  expiresAt: z.nullable(isoTime),
});
export type TransferState = z.output<typeof transferState>;

/** What the server stored. Anyone who may hear the recording can hash the same bytes. */
const uploadReceipt = z.strictObject({
  /** SHA-256 of the stored file, lower-case hex. */
  sha256: z.string(),
  /** Names of metadata fields that were removed from the received file. */
  removed: z.array(z.string()),
});

/** `data` of a successful upload reply. */
const uploadData = z.strictObject({
  autoApproved: z.boolean(),
  uploadId: z.string(),
  /** Id of the track if it is already public, else null. */
  trackId: z.nullable(z.string()),
  /** Random name on the server; the original name is never public. */
  filename: z.string(),
  originalName: z.string(),
  url: z.string(),
  size: z.number(),
  mimeType: z.string(),
  uploadedAt: isoTime,
  /** Why it needs review, as a sentence; null if it does not. */
  reason: z.nullable(z.string()),
  /** All flags of a pending upload; `reason` is the sentence of the first. */
  flags: z.array(z.enum(REVIEW_FLAGS)),
  /** Typical time to a decision, from the last 50; null with fewer decisions. */
  estimatedMinutes: z.nullable(z.number()),
  /** Null when an upload is repeated after its file was deleted. */
  receipt: z.nullable(uploadReceipt),
});
export type UploadData = z.output<typeof uploadData>;

/** The whole upload reply. */
export const uploadReply = z.strictObject({
  success: z.literal(true),
  requiresReview: z.boolean(),
  data: uploadData,
});
export type UploadReply = z.output<typeof uploadReply>;

const previewReason = z.enum(['start', 'loudest', 'speech', 'different', 'end']);

/** A preview for moderators, chosen by the engine from the stored audio. */
export const uploadPreview = z.strictObject({
  /** By time, without overlap: five of two seconds, or all of a recording shorter than ten. */
  spans: z.array(z.strictObject({ start: z.number(), seconds: z.number(), reason: previewReason })),
  /** 64 to 200 values over the whole length: 0 is silence, 128 is typical of the recording, 255 differs most. */
  heat: z.array(z.number()),
});
export type UploadPreview = z.output<typeof uploadPreview>;

/** The public sound that a pending upload replaces once it is approved. */
const replacedSound = z.strictObject({
  trackId: z.string(),
  url: z.string(),
  /** Seconds. */
  duration: z.number(),
});

/** Fields of a queue row that only moderators see. */
const reviewState = z.strictObject({
  /** `hard`: needs review in every mode; `soft`: flagged; null: unflagged. */
  tier: z.nullable(z.enum(['soft', 'hard'])),
  /** Who is reviewing it now. */
  claim: z.nullable(z.strictObject({ username: z.string(), isMine: z.boolean(), until: isoTime })),
  /** Only an admin can decide. `username` is null for a deleted account. */
  escalated: z.nullable(z.strictObject({ username: z.nullable(z.string()), note: z.string(), at: isoTime })),
  /** The viewer has hidden it from their queue. */
  isHidden: z.boolean(),
  /** Removed sound that it equals; null for none, and once the removal was undone. */
  match: z.nullable(
    z.strictObject({
      removedAt: isoTime,
      /** Why it was removed; null for another or no reason. */
      category: z.nullable(z.enum(REPORT_CATEGORIES)),
      /** The removed audio, muffled like any other; null once it is erased or sealed. */
      url: z.nullable(z.string()),
    }),
  ),
  /** It is the viewer's own, and another moderator or admin can decide. */
  isOwnCase: z.boolean(),
});
export type ReviewState = z.output<typeof reviewState>;

/** A queue row: moderators see all, owners their own. */
export const pendingUploadView = z.strictObject({
  uploadId: z.string(),
  /** A decision names the version it is about. A changed edit gets a new id instead. */
  version: z.number(),
  filename: z.string(),
  originalName: z.string(),
  size: z.number(),
  mimeType: z.string(),
  /** Audio, only for the owner and moderators, never cached. */
  url: z.string(),
  title: z.string(),
  description: z.string(),
  gender,
  tags: z.array(z.string()),
  /** Transcript by the owner; may be empty. */
  transcript: z.string(),
  uploadedAt: isoTime,
  status: z.literal('pending_review'),
  /** Why it needs review, as a sentence. */
  reason: z.string(),

  flags: z.array(z.enum(REVIEW_FLAGS)),
  duplicateCount: z.number(),
  userId: z.string(),
  username: z.string(),
  duration: z.number(),
  cover: z.string(),
  lufs: z.nullable(z.number()),
  /** Only for moderators and new recordings; null until computed. */
  preview: z.nullable(uploadPreview),
  source: z.literal('server'),
  /** Null for a new recording and for an edit. */
  replaces: z.nullable(replacedSound),
  /** Null to the owner. */
  review: z.nullable(reviewState),
});
export type PendingUploadView = z.output<typeof pendingUploadView>;

/** An own recording or edit that is pending or was rejected. */
const ownUploadView = z.strictObject({
  uploadId: z.string(),
  /** For an edit or a replacement: the published track. Null for a recording. */
  trackId: z.nullable(z.string()),
  /** A new sound of the track `trackId`. */
  isReplacement: z.boolean(),
  status: z.enum(['pending_review', 'rejected']),
  /** Why it needs review, or the moderator's reason for the rejection. */
  reason: z.string(),
  /** All flags of a pending upload; `reason` is the sentence of the first. */
  flags: z.array(z.enum(REVIEW_FLAGS)),
  title: z.string(),
  description: z.string(),
  gender,
  tags: z.array(z.string()),
  uploadedAt: isoTime,
  /** Null while pending. */
  decidedAt: z.nullable(isoTime),
  /** The rule of a rejection; null while pending, and without a moderator's decision. */
  ruleId: z.nullable(z.string()),
  /** The moment that breaks the rule, in whole seconds. */
  atSeconds: z.nullable(z.number()),
  /** What brought it to the moderators; null while pending, and without a moderator's decision. */
  foundBy: z.nullable(z.enum(FOUND_BY)),
  /** Seconds. */
  duration: z.number(),
  cover: z.string(),
  /** Audio for the owner; null once it is erased after a rejection, and while it is sealed as evidence. */
  url: z.nullable(z.string()),
  /** `getDecisions` has the appeal against the rejection. */
  isAppealed: z.boolean(),
  /** The last moment to appeal the rejection; null while pending, once appealed, and for edits. */
  appealUntil: z.nullable(isoTime),
  /** Typical time to a decision, from the last 50; null with fewer decisions and once decided. */
  estimatedMinutes: z.nullable(z.number()),
});
export type OwnUploadView = z.output<typeof ownUploadView>;

/** Counts of the account or of the device, whichever is higher. A day starts at midnight UTC. */
const uploadStats = z.strictObject({
  uploads30Min: z.number(),
  uploadsToday: z.number(),
  audioMinutesToday: z.number(),
  lastUpload: z.nullable(isoTime),
  /** When another upload will be within the soft tier; null: now. */
  nextUnflagged: z.nullable(isoTime),
});
export type UploadStats = z.output<typeof uploadStats>;

/** Answer of `getPowChallenge`. */
const powChallenge = z.strictObject({
  challenge: z.string(),
  difficulty: z.literal(POW_CLASSES.map(({ difficulty }) => difficulty)),
  puzzles: z.number(),
  bits: z.number(),
  /** When it expires. */
  expiresAt: isoTime,
});
export type PowChallenge = z.output<typeof powChallenge>;

/** A challenge exists for any size, so that the upload itself refuses a file that is too large. */
const CHALLENGE_MAX_BYTES = 2 ** 40;

export const uploadCalls = {
  /** The caller's own; all of them for a moderator. */
  getPendingUploads: get({ access: 'public', data: z.array(pendingUploadView) }),

  /** The caller's own pending and rejected uploads, newest first; rejected ones for `RETENTION.decidedUploadsDays`. */
  getMyUploads: get({ access: 'signedIn', data: z.array(ownUploadView) }),

  /** A write, because it creates the guest account of a first visit. */
  getPowChallenge: post({
    access: 'guest',
    rate: 'ticket',
    body: z.object({
      sha256: sha256Hex,
      /** Bytes. */
      size: z
        .int('size must be a whole number of bytes')
        .check(z.gte(0, 'size must not be negative'), z.lte(CHALLENGE_MAX_BYTES, 'size is not a file size')),
    }),
    data: powChallenge,
  }),

  /** What counts against the limits. A POST, so that the device id appears in no URL. */
  getUploadStats: post({
    access: 'public',
    rate: 'read',
    transaction: 'none',
    body: z.object({ deviceId: z.optional(text('deviceId', 128)) }),
    data: uploadStats,
  }),

  /** Sets the details of an own pending upload. */
  addTrack: post({
    access: 'signedIn',
    body: z.object({
      track: z.object({ id: id('track.id'), ...trackUpdates.shape }, 'track must be an object'),
    }),
    data: pendingUploadView,
  }),

  /**
   * Deletes an own upload that nobody has decided about, also a new sound for a recording. Counts against the limits still. The
   * same answer for a deleted one.
   */
  withdrawUpload: post({
    access: 'signedIn',
    makesRoom: true,
    body: z.object({ uploadId: id('uploadId') }),
    data: z.strictObject({ uploadId: z.string() }),
  }),
};
