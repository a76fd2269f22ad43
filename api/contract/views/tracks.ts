// What a listener sees of a track.
import * as z from 'zod/mini';
import { isoTime } from '../text.ts';
import { GENDERS, TRACK_STATUSES } from '../tracks.ts';

/** Performer category. `Mixed` is read-only legacy (K31) and never offered. */
export const gender = z.enum([...GENDERS, 'Mixed']);
export type Gender = z.output<typeof gender>;

/** The author as others see them. */
export const trackUser = z.strictObject({ id: z.string(), username: z.string() });

/** One track in a list or on its page. */
export const trackView = z.strictObject({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  /** Seconds, counted from decoded frames. */
  duration: z.number(),
  /** Path of the audio on this server; supports Range and HEAD. */
  url: z.string(),
  mimeType: z.string(),
  fileSize: z.number(),
  user: trackUser,
  userId: z.string(),
  gender: z.nullable(gender),
  tags: z.array(z.string()),
  status: z.enum(TRACK_STATUSES),
  plays: z.number(),
  likes: z.number(),
  commentsCount: z.number(),
  /** Whether people other than its owner may comment; to the owner: what they chose for this track. */
  allowComments: z.boolean(),
  /** What is said can be read: `getTranscript`. */
  hasTranscript: z.boolean(),
  /** What the viewer has marked. */
  isLiked: z.boolean(),
  isBookmarked: z.boolean(),
  createdAt: isoTime,
  /** How loud each 64th of the track is beside the others, 0…255, base64: what its face is drawn from. */
  face: z.string(),
  /** Integrated loudness, null for silence. */
  lufs: z.nullable(z.number()),
  /** Path of its spectral envelope (`contract/spectralEnvelope.ts`); null while the server has not made it. */
  envelope: z.nullable(z.string()),
});
export type TrackView = z.output<typeof trackView>;

/** `count`: tracks that have it and are heard. */
export const tagView = z.strictObject({ tag: z.string(), count: z.number() });
export type TagView = z.output<typeof tagView>;

/** What an owner can change of a published track. */
const trackWordsView = z.strictObject({
  title: z.string(),
  description: z.string(),
  gender: z.nullable(gender),
  tags: z.array(z.string()),
  transcript: z.string(),
});

/** What is said in a track, as its owner wrote it down; empty when nobody did. */
export const transcriptView = z.strictObject({ trackId: z.string(), transcript: z.string() });

/** One change of a published track, for moderators. */
export const trackEditView = z.strictObject({
  id: z.string(),
  trackId: z.string(),
  userId: z.string(),
  before: trackWordsView,
  after: trackWordsView,
  /** `applied` when nobody had to decide. */
  status: z.enum(['applied', 'pending_review', 'approved', 'rejected']),
  /** Why it was rejected. */
  reason: z.nullable(z.string()),
  createdAt: isoTime,
  decidedAt: z.nullable(isoTime),
});
export type TrackEditView = z.output<typeof trackEditView>;
