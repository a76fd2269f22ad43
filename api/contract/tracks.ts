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

/** What an owner may change of a track. */
export const trackUpdates = z.object(
  {
    title: z.optional(shownText('title', TITLE_MAX_LENGTH, TITLE_MIN_LENGTH)),
    description: z.optional(shownText('description', DESCRIPTION_MAX_LENGTH)),
    tags: z.optional(tags),
    gender: z.optional(z.enum(GENDERS, 'gender must be Female, Male, Couple or Diverse')),
    /** Which statement of consent was confirmed; asked for when the recording becomes a Couple's. */
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
    /** Whether others may comment; takes effect at once, without a review. */
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

/** Performer category. `Mixed` is read-only legacy (K31) and never offered. */
export const gender = z.enum([...GENDERS, 'Mixed']);

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
const tagView = z.strictObject({ tag: z.string(), count: z.number() });
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
const transcriptView = z.strictObject({ trackId: z.string(), transcript: z.string() });

/** One change of a published track, for moderators. */
const trackEditView = z.strictObject({
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

export const trackCalls = {
  /** By pages, in the category's order. Numbers travel as text. */
  getTracks: get({
    access: 'public',
    kept: true,
    query: z.object({
      /** `CATEGORY_IDS`; `new` is seven days. Without one: every track, newest first. */
      category: z.optional(text('category', 40)),
      /** `GENDER_FILTERS`. */
      gender: z.optional(text('gender', 20)),
      /** Only this track. */
      id: z.optional(id('id')),
      /** Only these tracks, at most `TRACK_IDS_MAX` separated by commas; those that are gone are left out. */
      ids: z.optional(text('ids', 65 * TRACK_IDS_MAX)),
      /**
       * Words; each must begin a word of title, description, tags or username. Behind those tracks come the ones that
       * have a word inside another. Signs alone find nothing.
       */
      query: z.optional(text('query', 200)),
      /** Instead, one page: each word of the query within one typing error of a word of title, tags or username. */
      similar: z.optional(z.literal('true', 'similar must be true')),
      /** Tags separated by commas; a track must have them all. */
      tags: z.optional(text('tags', 300)),
      /** Account id or username of the publisher; `not_found` where that person shows no profile. */
      user: z.optional(text('user', 64)),
      /** Account id or username of who likes them, the last liked first, whatever the category; `not_found` as above. */
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
    beside: page,
  }),

  /**
   * Tags of tracks that are heard, in lower case, most used first, equal ones by name. The performer category is no tag
   * here: `gender` asks for it.
   */
  getTags: get({
    access: 'public',
    kept: true,
    query: z.object({
      /** Only tags that begin with one of its words, then those with one inside; without any, those a typing error away. */
      query: z.optional(text('query', 200)),
      cursor,
    }),
    data: z.array(tagView),
    beside: page,
  }),

  /** What is said in it, for those who read. */
  getTranscript: get({
    access: 'public',
    kept: true,
    query: z.object({ trackId: id('trackId') }),
    data: transcriptView,
  }),

  /** Every change of a track, newest first. */
  getTrackEdits: get({
    access: 'moderator',
    query: z.object({ trackId: id('trackId') }),
    data: z.array(trackEditView),
  }),

  /** `requiresReview`: the change waits; `data` is the track as it is heard. */
  updateTrack: post({
    access: 'owner',
    body: z.object({ trackId: id('trackId'), updates: trackUpdates }),
    data: trackView,
    beside: z.strictObject({ requiresReview: z.boolean(), reason: z.optional(z.string()) }),
  }),

  deleteTrack: post({
    access: 'ownerOrModerator',
    makesRoom: true,
    /** The reason is a moderator's, and told to the owner. */
    body: z.object({ trackId: id('trackId'), reason: z.optional(shownText('reason', REASON_MAX_LENGTH)) }),
    data: z.strictObject({ trackId: z.string() }),
  }),

  incrementPlay: post({
    access: 'public',
    body: z.object({ trackId: id('trackId') }),
    data: z.strictObject({ plays: z.number() }),
  }),
};
