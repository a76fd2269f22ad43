// Reading tracks and counting plays.
import { defineAction, defineRead } from '../action.ts';
import { BODIES } from '../contract/bodies.ts';
import type { TrackView } from '../contract/tracks.ts';
import { countPlay } from './plays.ts';
import { presentTrack } from './present.ts';
import { newestTracks } from './queries.ts';

/** Most tracks one answer holds. */
export const TRACKS_CAP = 500;

export const trackActions = {
  getTracks: defineRead({
    access: 'public',
    body: BODIES.getTracks,
    async run(_body, { db, viewer }): Promise<TrackView[]> {
      return (await newestTracks(db, viewer?.accountId ?? null, TRACKS_CAP)).map(presentTrack);
    },
  }),

  incrementPlay: defineAction({
    access: 'public',
    body: BODIES.incrementPlay,
    async run({ trackId }, { db, viewer, callerKey, now }): Promise<{ plays: number }> {
      return { plays: await countPlay(db, trackId, viewer?.accountId ?? callerKey, now) };
    },
  }),
};
