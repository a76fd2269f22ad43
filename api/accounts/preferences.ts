// Preferences as stored: only what differs from the defaults has to be there. The only reader of `preferences_json`,
// but for `TAKES_COMMENTS`, which asks the database about many people at once.

import type { UserUpdates } from '../contract/accounts.ts';
import { DEFAULT_PREFERENCES, type Preferences } from '../contract/preferences.ts';
import { jsonObject } from '../db/json.ts';

type Partially = NonNullable<UserUpdates['preferences']>;

/** The last value of each key that is of its default's kind: a column written by hand never breaks a page. */
function layered<Section extends object>(defaults: Section, layers: readonly unknown[]): Section {
  const result = { ...defaults };
  for (const layer of layers) {
    const given = (typeof layer === 'object' && layer !== null ? layer : {}) as Partial<Section>;
    for (const key of Object.keys(defaults) as (keyof Section)[]) {
      const value = given[key];
      if (value !== undefined && typeof value === typeof defaults[key]) result[key] = value;
    }
  }
  return result;
}

/** The stored ones over the defaults, `updates` over both. */
export function preferencesOf(json: string, updates: Partially = {}): Preferences {
  const stored = storedPreferences(json);
  const section = <Name extends keyof Preferences>(name: Name): Preferences[Name] =>
    layered(DEFAULT_PREFERENCES[name], [stored[name], updates[name]]);
  return {
    notifications: section('notifications'),
    privacy: section('privacy'),
    playback: section('playback'),
  };
}

/** As it stands in the column, for the person's own copy. */
export const storedPreferences = (json: string): Record<string, unknown> => jsonObject(json);
