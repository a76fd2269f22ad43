// Preferences as stored: only what differs from the defaults has to be there.
import type { AccountRow } from '../accounts/queries.ts';
import { isModerator, type Viewer } from '../action.ts';
import { DEFAULT_PREFERENCES, type Preferences } from '../contract/accounts.ts';
import type { UserUpdates } from '../contract/actions.ts';
import { jsonObject } from '../db/json.ts';

type Partially = NonNullable<UserUpdates['preferences']>;

/** Whether `viewer` may read the profile of `account`; who does not show it stands under their recordings by name only. */
export const showsProfile = (account: AccountRow, viewer: Viewer | null): boolean =>
  account.id === viewer?.accountId ||
  isModerator(viewer) ||
  mergePreferences(account.preferences_json).privacy.publicProfile;

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
