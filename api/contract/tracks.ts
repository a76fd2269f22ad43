// Published tracks: lists, tags, transcripts, edits, deletion, plays.
import * as z from 'zod/mini';
import { get, post } from './call.ts';
import { GENDERS } from './categories.ts';
import { cursor, flag, id, isoTime, page, shownText, tags, text } from './fields.ts';
import {
  DESCRIPTION_MAX_LENGTH,
  REASON_MAX_LENGTH,
  TITLE_MAX_LENGTH,
  TITLE_MIN_LENGTH,
  TRACK_IDS_MAX,
  TRANSCRIPT_MAX_LENGTH,
} from './limits.ts';
import { CONSENT_VERSION } from './uploadForm.ts';

/** What an owner may change in a track. */
export const trackUpdates = z.object(
  {
    title: z.optional(shownText('title', TITLE_MAX_LENGTH, TITLE_MIN_LENGTH)),
    description: z.optional(shownText('description', DESCRIPTION_MAX_LENGTH)),
    tags: z.optional(tags),
    gender: z.optional(z.enum(GENDERS, 'gender must be Female, Male, Couple or Diverse')),
    /** Confirmed version of the consent statement; required when the category becomes Couple. */
    consentVersion: z.optional(
      z
        .number('consentVersion must be a number')
        .check(
          z.int('consentVersion must be whole'),
          z.gte(1, 'consentVersion begins with 1'),
          z.lte(CONSENT_VERSION, 'there is no such version of the statement'),
        ),
    ),
    transcript: z.optional(shownText('transcript', TRANSCRIPT_MAX_LENGTH)),
    /** Takes effect at once, without review. */
    allowComments: z.optional(flag('allowComments')),
  },
  'updates must be an object',
);
export type TrackUpdates = z.output<typeof trackUpdates>;

export const TRACK_STATUSES = [
  'active',
  'pending',
  'inactive',
  'approved',
  'rejected',
  'pending_review',
] as const;

/** Performer category. `Mixed` occurs in old recordings and is never offered. */
export const gender = z.enum([...GENDERS, 'Mixed']);

/** The owner as others see them. */
export const trackUser = z.strictObject({ id: z.string(), username: z.string() });

/** One track in a list or on its page. */
export const trackView = z.strictObject({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  /** Seconds, from decoded frames. */
  duration: z.number(),
  /** Path of the audio; supports Range and HEAD. */
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
  /** Whether others may comment. To the owner: their setting for this track. */
  allowComments: z.boolean(),
  /** Whether `getTranscript` has text. */
  hasTranscript: z.boolean(),
  /** The viewer's own reactions. */
  isLiked: z.boolean(),
  isBookmarked: z.boolean(),
  createdAt: isoTime,
  /** When its owner replaced the sound; null for the first one. */
  soundUpdatedAt: z.nullable(isoTime),
  /** Relative loudness of each 64th of the track, 0…255, base64. The cover is drawn from it. */
  cover: z.string(),
  /** Integrated loudness, null for silence. */
  lufs: z.nullable(z.number()),
  /** Path of its spectral envelope (`contract/spectralEnvelope.ts`); null until the server has computed it. */
  envelope: z.nullable(z.string()),
  /** A copy with less data and the same length, for listeners who save data; null where there is none. */
  small: z.nullable(z.strictObject({ url: z.string(), fileSize: z.number() })),
});
export type TrackView = z.output<typeof trackView>;

/** `count`: public tracks with this tag. */
const tagView = z.strictObject({ tag: z.string(), count: z.number() });
export type TagView = z.output<typeof tagView>;

/** Details of a published track that its owner can change. */
const trackWordsView = z.strictObject({
  title: z.string(),
  description: z.string(),
  gender: z.nullable(gender),
  tags: z.array(z.string()),
  transcript: z.string(),
});

/** Transcript by the owner; may be empty. */
const transcriptView = z.strictObject({ trackId: z.string(), transcript: z.string() });

/** One change of a published track, for moderators. */
const trackEditView = z.strictObject({
  id: z.string(),
  trackId: z.string(),
  userId: z.string(),
  before: trackWordsView,
  after: trackWordsView,
  /** `applied`: published without review. */
  status: z.enum(['applied', 'pending_review', 'approved', 'rejected']),
  /** Reason of a rejection. */
  reason: z.nullable(z.string()),
  createdAt: isoTime,
  decidedAt: z.nullable(isoTime),
});
export type TrackEditView = z.output<typeof trackEditView>;

export const trackCalls = {
  /** In pages, in the order of the category. Numbers are sent as text. */
  getTracks: get({
    access: 'public',
    cached: true,
    query: z.object({
      /** One of `CATEGORY_IDS`. Without one: all tracks, newest first. */
      category: z.optional(text('category', 40)),
      /** One of `GENDER_FILTERS`. */
      gender: z.optional(text('gender', 20)),
      /** Only this track. */
      id: z.optional(id('id')),
      /** Only these tracks, at most `TRACK_IDS_MAX`, separated by commas. Missing ones are skipped. */
      ids: z.optional(text('ids', 65 * TRACK_IDS_MAX)),
      /**
       * Each word must be a prefix of a word in title, description, tags or username. Tracks that contain it inside a word
       * come after those. A query of only punctuation finds nothing.
       */
      query: z.optional(text('query', 200)),
      /** One page of fuzzy matches instead: each query word within one typing error of a word in title, tags or username. */
      similar: z.optional(z.literal('true', 'similar must be true')),
      /** Tags separated by commas; a track must have them all. */
      tags: z.optional(text('tags', 300)),
      /** Id or username of the owner; `not_found` if the profile is not public. */
      user: z.optional(text('user', 64)),
      /** Id or username of an account: the tracks it likes, most recent like first, in any category. `not_found` as above. */
      likedBy: z.optional(text('likedBy', 64)),
      cursor,
      /** 1 … `TRACKS_MAX_COUNT`. */
      limit: z.optional(
        z
          .string('limit must be a number')
          .check(z.regex(/^[1-9]\d{0,3}$/, 'limit must be a positive number')),
      ),
    }),
    data: z.array(trackView),
    extra: page,
  }),

  /** Tags of public tracks in lower case, most used first, then by name. Performer categories are not included. */
  getTags: get({
    access: 'public',
    cached: true,
    query: z.object({
      /** Tags with a query word as prefix, then those containing one. If there are none, tags within one typing error. */
      query: z.optional(text('query', 200)),
      cursor,
    }),
    data: z.array(tagView),
    extra: page,
  }),

  /** The transcript of a track. */
  getTranscript: get({
    access: 'public',
    cached: true,
    query: z.object({ trackId: id('trackId') }),
    data: transcriptView,
  }),

  /** All edits of a track, newest first. */
  getTrackEdits: get({
    access: 'moderator',
    query: z.object({ trackId: id('trackId') }),
    data: z.array(trackEditView),
  }),

  /** `requiresReview`: the edit is pending, and `data` is the published track. */
  updateTrack: post({
    access: 'owner',
    rate: 'lasting',
    body: z.object({ trackId: id('trackId'), updates: trackUpdates }),
    data: trackView,
    extra: z.strictObject({ requiresReview: z.boolean(), reason: z.optional(z.string()) }),
  }),

  deleteTrack: post({
    access: 'ownerOrModerator',
    makesRoom: true,
    /** Rule and reason are a moderator's; the owner sees them. */
    body: z.object({
      trackId: id('trackId'),
      /** Default: `OTHER_RULE`. */
      ruleId: z.optional(id('ruleId')),
      reason: z.optional(shownText('reason', REASON_MAX_LENGTH)),
    }),
    data: z.strictObject({ trackId: z.string() }),
  }),

  incrementPlay: post({
    access: 'public',
    body: z.object({ trackId: id('trackId') }),
    data: z.strictObject({ plays: z.number() }),
  }),
};
