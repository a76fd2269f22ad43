// Reading tracks, and what owners and moderators do with those that are heard.
import * as z from 'zod/mini';
import { get, post } from '../call.ts';
import { cursor, page, trackUpdates } from '../fields.ts';
import { REASON_MAX_LENGTH, TRACK_IDS_MAX } from '../limits.ts';
import { id, shownText, text } from '../text.ts';
import { tagView, trackEditView, trackView, transcriptView } from '../views/tracks.ts';

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
