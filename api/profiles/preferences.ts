// Preferences as stored: only what differs from the defaults has to be there.
import { DEFAULT_PREFERENCES, type Preferences } from '../contract/accounts.ts';
import type { UserUpdates } from '../contract/actions.ts';
import { jsonObject } from '../db/json.ts';

type Partially = NonNullable<UserUpdates['preferences']>;

/** The stored ones over the defaults, `updates` over both. */
export function mergePreferences(json: string, updates: Partially = {}): Preferences {
  const stored = jsonObject(json) as Partially;
  return {
    notifications: {
      ...DEFAULT_PREFERENCES.notifications,
      ...stored.notifications,
      ...updates.notifications,
    },
    privacy: { ...DEFAULT_PREFERENCES.privacy, ...stored.privacy, ...updates.privacy },
    playback: { ...DEFAULT_PREFERENCES.playback, ...stored.playback, ...updates.playback },
  };
}
