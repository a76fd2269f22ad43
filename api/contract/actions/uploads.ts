// The ticket of an upload, and what waits for review.
import * as z from 'zod/mini';
import { get, post } from '../call.ts';
import { trackUpdates } from '../fields.ts';
import { id, sha256Hex, text } from '../text.ts';
import { ownUploadView, pendingUploadView, powChallenge, uploadStats } from '../views/uploads.ts';

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
