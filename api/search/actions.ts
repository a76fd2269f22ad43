// Reading tracks by pages.
import { Answer, implement } from '../action.ts';
import { trackCalls } from '../contract/actions/tracks.ts';
import { presentTrack } from '../tracks/present.ts';
import { pageOfTracks } from './queries.ts';

export const searchActions = implement(trackCalls, {
  async getTracks(query, { db, viewer, now }) {
    const { rows, nextCursor } = await pageOfTracks(db, viewer?.accountId ?? null, query, now);
    return new Answer(rows.map(presentTrack), nextCursor === null ? {} : { nextCursor });
  },
});
