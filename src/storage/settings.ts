// Small settings of this device (filter, volume, age answer), in local storage under `aural.`. Personal ones belong
// to the account that made them. If the browser forbids storage, reading answers the fallback and writing does
// nothing.
import { isStorageClosed, ownerHere } from './owner.ts';

const PREFIX = 'aural.';

/**
 * Settings with personal data: listening, searches, typed text, uploads, registration, news, and the ids that could
 * link them. `tests/architecture/traces.test.ts` lists all others.
 */
export const PERSONAL_SETTINGS: readonly string[] = [
  'history',
  'places',
  'queue',
  'recentSearches',
  'searchFilters',
  'feedFilter',
  'registration',
  'oldName',
  'profileDraft',
  'wordsDraft',
  'news',
  'moderatorKeys',
  'deviceStats',
  'deviceId',
];
/** The server counts uploads by it; all accounts of one browser share it. */
const SHARED = 'deviceId';

/** The key under which a setting of `of` is stored; empty for a visitor. */
export const settingKey = (key: string, of: string): string =>
  PREFIX + key + (of !== '' && key !== SHARED && PERSONAL_SETTINGS.includes(key) ? `@${of}` : '');

/** The stored value if `accept` takes it, otherwise `fallback`. */
export function readSetting<T>(key: string, accept: (value: unknown) => value is T, fallback: T): T {
  try {
    const text = globalThis.localStorage?.getItem(settingKey(key, ownerHere())) ?? null;
    if (text === null) return fallback;
    const value: unknown = JSON.parse(text);
    return accept(value) ? value : fallback;
  } catch {
    return fallback;
  }
}

/** Deletes a setting with its key. */
export function forgetSetting(key: string): void {
  try {
    globalThis.localStorage?.removeItem(settingKey(key, ownerHere()));
  } catch {
    // Storage is forbidden: nothing was stored.
  }
}

/** Stores `value` as JSON. */
export function writeSetting(key: string, value: unknown): void {
  if (isStorageClosed()) return;
  try {
    globalThis.localStorage?.setItem(settingKey(key, ownerHere()), JSON.stringify(value));
  } catch {
    // Storage is full or forbidden: the setting lasts until the page closes.
  }
}
