// Small choices this device remembers (filter, volume, age answer), in local storage under `aural.`.
// A browser that forbids storage just forgets: reading answers the fallback, writing does nothing.

const PREFIX = 'aural.';

/** The stored value if `accept` takes it, otherwise `fallback`. */
export function readSetting<T>(key: string, accept: (value: unknown) => value is T, fallback: T): T {
  try {
    const text = globalThis.localStorage?.getItem(PREFIX + key) ?? null;
    if (text === null) return fallback;
    const value: unknown = JSON.parse(text);
    return accept(value) ? value : fallback;
  } catch {
    return fallback;
  }
}

/** Forgets a choice, its name included. */
export function forgetSetting(key: string): void {
  try {
    globalThis.localStorage?.removeItem(PREFIX + key);
  } catch {
    // Storage is forbidden: nothing was kept.
  }
}

/** Stores `value` as JSON. */
export function writeSetting(key: string, value: unknown): void {
  try {
    globalThis.localStorage?.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Storage is full or forbidden; the choice lasts for this page only.
  }
}
