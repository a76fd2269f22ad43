// Counting plays.
import { implement } from '../action.ts';
import { trackCalls } from '../contract/actions/tracks.ts';
import { countPlay } from './plays.ts';

export const trackActions = implement(trackCalls, {
  async incrementPlay({ trackId }, { db, viewer, callerKey, now }) {
    return { plays: await countPlay(db, trackId, viewer?.accountId ?? callerKey, now) };
  },
});
