// Reading tracks by pages.
import { Answer, defineRead } from '../action.ts';
import { BODIES } from '../contract/bodies.ts';
import type { TrackView } from '../contract/tracks.ts';
import { presentTrack } from '../tracks/present.ts';
import { pageOfTracks } from './queries.ts';

export const searchActions = {
  getTracks: defineRead({
    access: 'public',
    kept: true,
    body: BODIES.getTracks,
    async run(query, { db, viewer, now }): Promise<Answer<TrackView[]>> {
      const { rows, nextCursor } = await pageOfTracks(db, viewer?.accountId ?? null, query, now);
      return new Answer(rows.map(presentTrack), nextCursor === null ? {} : { nextCursor });
    },
  }),
};
