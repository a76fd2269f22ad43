// Preferences of an account.

/** Every preference with its default. Requests, storage and answers follow from this. A number is a share, 0 … 1. */
export const DEFAULT_PREFERENCES = {
  notifications: { likes: true, comments: true, follows: true },
  privacy: { publicProfile: true, allowComments: true },
  playback: { autoplay: false, volume: 0.8 },
};
export type Preferences = typeof DEFAULT_PREFERENCES;
