// OWASP device cookies: a signed mark for each account that signed in from this browser, in a cookie that outlives the
// session. A known browser has its own count of wrong passwords, so that strangers cannot lock the owner out. The server
// stores nothing, and changing the password invalidates the mark.
import { randomBytes } from 'node:crypto';
import type { MarkedAccount } from '../action.ts';
import type { ServerKeys } from '../storage/serverKey.ts';
import { cookieValue } from './tokens.ts';

/** The longest lifetime browsers allow. */
export const MARK_SECONDS = 400 * 24 * 3600;
/** Most accounts per browser; the last sign-in is first. */
const MARKS_MAX = 4;
const MARK = /^([0-9a-f]{32})-([0-9a-f]{64})$/;

export const deviceCookieName = (secure: boolean) => (secure ? '__Host-aural-device' : 'aural-device');

type Keys = Pick<ServerKeys, 'pseudonym'>;

const signed = (keys: Keys, { id, password_hash: hash }: MarkedAccount, nonce: string) =>
  keys.pseudonym('knownDevice', JSON.stringify([id, hash, nonce]));

/** The marks in the cookie, not verified yet. */
export const presentedMarks = (cookie: string, secure: boolean): readonly string[] =>
  (cookieValue(cookie, deviceCookieName(secure)) ?? '')
    .split('.')
    .filter((mark) => MARK.test(mark))
    .slice(0, MARKS_MAX);

/** The random part of this account's mark, or null. */
export function knownBy(keys: Keys, marks: readonly string[], account: MarkedAccount): string | null {
  if (account.password_hash === null) return null;
  for (const mark of marks) {
    const [, nonce = '', tag] = MARK.exec(mark) ?? [];
    if (tag === signed(keys, account, nonce)) return nonce;
  }
  return null;
}

/** The cookie after a sign-in to the account. */
export function markedFor(keys: Keys, marks: readonly string[], account: MarkedAccount): string {
  const known = knownBy(keys, marks, account);
  const nonce = known ?? randomBytes(16).toString('hex');
  const others = marks.filter((mark) => known === null || !mark.startsWith(known));
  return [`${nonce}-${signed(keys, account, nonce)}`, ...others].slice(0, MARKS_MAX).join('.');
}
