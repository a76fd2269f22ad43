// Stored preferences: only differences from the defaults. The only reader of `preferences_json` other than `TAKES_COMMENTS`,
// which checks many accounts in SQL.

import type { UserUpdates } from '../contract/accounts.ts';
import { DEFAULT_PREFERENCES, type Preferences } from '../contract/preferences.ts';
import { jsonObject } from '../db/json.ts';

type Partially = NonNullable<UserUpdates['preferences']>;

/** Ignores values of the wrong type, so that a hand-edited column breaks no page. */
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

/** As stored, for the data export. */
export const storedPreferences = (json: string): Record<string, unknown> => jsonObject(json);
