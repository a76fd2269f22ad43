// Which accounts have signed in on this browser before, as OWASP's device cookies: a signed mark per account, in a cookie that
// outlives the session. A marked browser has its own count of wrong passwords, so that strangers cannot lock its owner out.
// Nothing of it is stored here, and a mark ends with the password it was made under.
import { randomBytes } from 'node:crypto';
import type { MarkedAccount } from '../action.ts';
import type { ServerKeys } from '../storage/serverKey.ts';
import { cookieValue } from './tokens.ts';

/** Browsers keep no cookie longer. */
export const MARK_SECONDS = 400 * 24 * 3600;
/** People who share one browser; the account that signed in last stands first. */
const MARKS_MAX = 4;
const MARK = /^([0-9a-f]{32})-([0-9a-f]{64})$/;

export const deviceCookieName = (secure: boolean) => (secure ? '__Host-aural-device' : 'aural-device');

type Keys = Pick<ServerKeys, 'pseudonym'>;

const signed = (keys: Keys, { id, password_hash: hash }: MarkedAccount, nonce: string) =>
  keys.pseudonym('knownDevice', JSON.stringify([id, hash, nonce]));

/** Marks a browser brings, whoever made them. */
export const presentedMarks = (cookie: string, secure: boolean): readonly string[] =>
  (cookieValue(cookie, deviceCookieName(secure)) ?? '')
    .split('.')
    .filter((mark) => MARK.test(mark))
    .slice(0, MARKS_MAX);

/** The random part of the mark that this account has on this browser; null when it has none. */
export function knownBy(keys: Keys, marks: readonly string[], account: MarkedAccount): string | null {
  if (account.password_hash === null) return null;
  for (const mark of marks) {
    const [, nonce = '', tag] = MARK.exec(mark) ?? [];
    if (tag === signed(keys, account, nonce)) return nonce;
  }
  return null;
}

/** The cookie's value once the account has signed in here. */
export function markedFor(keys: Keys, marks: readonly string[], account: MarkedAccount): string {
  const known = knownBy(keys, marks, account);
  const nonce = known ?? randomBytes(16).toString('hex');
  const others = marks.filter((mark) => known === null || !mark.startsWith(known));
  return [`${nonce}-${signed(keys, account, nonce)}`, ...others].slice(0, MARKS_MAX).join('.');
}
