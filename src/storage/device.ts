// A random id of this browser, by which the server counts uploads beside the account (K1). It names nobody, is sent
// with uploads alone, and is gone with the site's data.
import { newId } from '../lib/ids.ts';
import { readSetting, writeSetting } from './settings.ts';

const KEY = 'deviceId';
const isId = (value: unknown): value is string => typeof value === 'string' && /^[\w-]{16,64}$/.test(value);

let ofThisPage: string | undefined;

/** The same at every call; where nothing can be stored, the same until the page ends. */
export function deviceId(): string {
  const stored = readSetting<string>(KEY, isId, '');
  if (stored !== '') return stored;
  ofThisPage ??= newId();
  writeSetting(KEY, ofThisPage);
  return ofThisPage;
}
