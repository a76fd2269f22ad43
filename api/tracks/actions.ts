// Counting plays.
import { defineAction } from '../action.ts';
import { BODIES } from '../contract/bodies.ts';
import { countPlay } from './plays.ts';

export const trackActions = {
  incrementPlay: defineAction({
    access: 'public',
    body: BODIES.incrementPlay,
    async run({ trackId }, { db, viewer, callerKey, now }): Promise<{ plays: number }> {
      return { plays: await countPlay(db, trackId, viewer?.accountId ?? callerKey, now) };
    },
  }),
};
