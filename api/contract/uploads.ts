// Uploads: the ticket, the reply, the review queue, the owner's view, and the state of a resumable transfer.
import * as z from 'zod/mini';
import { get, post } from './call.ts';
import { id, isoTime, sha256Hex, text } from './fields.ts';
import { POW_CLASSES } from './pow.ts';
import { REVIEW_FLAGS } from './review.ts';
import { gender, trackUpdates } from './tracks.ts';

/** `data` of every answer about a transfer. */
export const transferState = z.strictObject({
  uploadKey: z.string(),
  sizeBytes: z.number(),
  /** Bytes the server holds durably; the next PATCH starts there. */
  offset: z.number(),
  /** Time after which an unfinished transfer is removed; every PATCH moves it. Null once published. */
  expiresAt: z.nullable(isoTime),
});
export type TransferState = z.output<typeof transferState>;

/** What of a recording is on the server: anybody who may hear it can hash the same bytes. */
const uploadReceipt = z.strictObject({
  /** SHA-256 of the stored file, lower-case hex. */
  sha256: z.string(),
  /** Names of the metadata fields of the received file that are not in the stored one. */
  removed: z.array(z.string()),
});

/** `data` of a successful upload reply (S1 §7). */
const uploadData = z.strictObject({
  autoApproved: z.boolean(),
  uploadId: z.string(),
  /** Id of the track when it is already visible, else null. */
  trackId: z.nullable(z.string()),
  /** Random server-side name; the original name is never stored publicly. */
  filename: z.string(),
  originalName: z.string(),
  url: z.string(),
  size: z.number(),
  mimeType: z.string(),
  uploadedAt: isoTime,
  /** Why it waits, in the words of the specification; null when it does not. */
  reason: z.nullable(z.string()),
  /** All that the server noticed, where it waits; `reason` has the first in words. */
  flags: z.array(z.enum(REVIEW_FLAGS)),
  /** How long a decision takes, from the last 50; null while fewer are known (K36). */
  estimatedMinutes: z.nullable(z.number()),
  /** Null for a repeat of an upload whose file is gone. */
  receipt: z.nullable(uploadReceipt),
});
export type UploadData = z.output<typeof uploadData>;

/** The whole upload reply. `requiresReview` stands beside `data`, as the wire specifies. */
export const uploadReply = z.strictObject({
  success: z.literal(true),
  requiresReview: z.boolean(),
  data: uploadData,
});
export type UploadReply = z.output<typeof uploadReply>;

const previewReason = z.enum(['start', 'loudest', 'speech', 'different', 'end']);

/** What of a recording is heard first, chosen by the engine from the stored bytes: a sample, never all of it. */
export const uploadPreview = z.strictObject({
  /** In the order of time and apart: five of two seconds, or the whole of a recording below ten. */
  spans: z.array(z.strictObject({ start: z.number(), seconds: z.number(), reason: previewReason })),
  /** 64 to 200 values of 0 to 255 over the whole length: 0 is silence, half what is like the rest, 255 what is not. */
  heat: z.array(z.number()),
});
export type UploadPreview = z.output<typeof uploadPreview>;

/** What moderators know of a queue row beside what its owner knows. */
const reviewState = z.strictObject({
  /** `hard`: waits whatever the mode; `soft`: flagged; null: nothing speaks against it. */
  tier: z.nullable(z.enum(['soft', 'hard'])),
  /** Who looks at it now. */
  claim: z.nullable(z.strictObject({ username: z.string(), isMine: z.boolean(), until: isoTime })),
  /** Only an admin decides; `username` is null when that account has ended. */
  escalated: z.nullable(z.strictObject({ username: z.nullable(z.string()), note: z.string(), at: isoTime })),
  /** The viewer would rather not hear it. */
  isHidden: z.boolean(),
});
export type ReviewState = z.output<typeof reviewState>;

/** A queue row: moderators see all, an owner sees their own. */
export const pendingUploadView = z.strictObject({
  uploadId: z.string(),
  /** Version of what the queue shows; a decision names the version it is about. A changed edit has a new id instead. */
  version: z.number(),
  filename: z.string(),
  originalName: z.string(),
  size: z.number(),
  mimeType: z.string(),
  /** Audio for the owner and moderators only, never cached. */
  url: z.string(),
  title: z.string(),
  description: z.string(),
  gender,
  tags: z.array(z.string()),
  /** What is said in it, as its owner wrote it down; empty when nobody did. */
  transcript: z.string(),
  uploadedAt: isoTime,
  status: z.literal('pending_review'),
  /** Why it waits, in the words of the specification. */
  reason: z.string(),
  /** What the server noticed. */
  flags: z.array(z.enum(REVIEW_FLAGS)),
  duplicateCount: z.number(),
  userId: z.string(),
  username: z.string(),
  duration: z.number(),
  face: z.string(),
  lufs: z.nullable(z.number()),
  /** For moderators; null to an owner, for a change of words, and while there is none. */
  preview: z.nullable(uploadPreview),
  source: z.literal('server'),
  /** Null for its owner. */
  review: z.nullable(reviewState),
});
export type PendingUploadView = z.output<typeof pendingUploadView>;

/** One of the caller's own that is not heard: a recording or changed words that wait, or were refused. */
const ownUploadView = z.strictObject({
  uploadId: z.string(),
  /** The published recording whose words are changed; null for a recording of its own. */
  trackId: z.nullable(z.string()),
  status: z.enum(['pending_review', 'rejected']),
  /** Why it waits, in the words of the specification; or what the moderators wrote. */
  reason: z.string(),
  /** All that the server noticed, while it waits; `reason` has the first in words. */
  flags: z.array(z.enum(REVIEW_FLAGS)),
  title: z.string(),
  description: z.string(),
  gender,
  tags: z.array(z.string()),
  uploadedAt: isoTime,
  /** Null while it waits. */
  decidedAt: z.nullable(isoTime),
  /** Seconds. */
  duration: z.number(),
  face: z.string(),
  /** Audio for its owner; null when it is gone: what was refused is not kept. */
  url: z.nullable(z.string()),
  /** How long a decision takes, from the last 50; null while fewer are known, and once it is decided (K36). */
  estimatedMinutes: z.nullable(z.number()),
});
export type OwnUploadView = z.output<typeof ownUploadView>;

/** What the limits count of an account and a device, whichever has more; a day begins at midnight UTC. */
const uploadStats = z.strictObject({
  uploads30Min: z.number(),
  uploadsToday: z.number(),
  audioMinutesToday: z.number(),
  lastUpload: z.nullable(isoTime),
  /** From when on another upload is within the soft tier; null: it is now. */
  nextUnflagged: z.nullable(isoTime),
});
export type UploadStats = z.output<typeof uploadStats>;

/** What `getPowChallenge` answers. */
const powChallenge = z.strictObject({
  challenge: z.string(),
  difficulty: z.literal(POW_CLASSES.map(({ difficulty }) => difficulty)),
  puzzles: z.number(),
  bits: z.number(),
  /** Time after which the server refuses it. */
  expiresAt: isoTime,
});
export type PowChallenge = z.output<typeof powChallenge>;

/** Challenges are given for any size, so that a too large file is refused as what it is. */
const CHALLENGE_MAX_BYTES = 2 ** 40;

export const uploadCalls = {
  /** The caller's own; everybody's for a moderator. */
  getPendingUploads: get({ access: 'public', data: z.array(pendingUploadView) }),

  /** The caller's own that wait or were refused, with the reason, newest first; refused ones for 30 days. */
  getMyUploads: get({ access: 'signedIn', data: z.array(ownUploadView) }),

  /** A write, because it makes the guest account of a first visit (K6). */
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

  /** What counts against the limits. A POST, so that the device's id stands in no address. */
  getUploadStats: post({
    access: 'public',
    rate: 'read',
    transaction: 'none',
    body: z.object({ deviceId: z.optional(text('deviceId', 128)) }),
    data: uploadStats,
  }),

  /** Describes an own waiting upload; audio itself only comes by the upload. */
  addTrack: post({
    access: 'signedIn',
    body: z.object({
      track: z.object({ id: id('track.id'), ...trackUpdates.shape }, 'track must be an object'),
    }),
    data: pendingUploadView,
  }),
};
