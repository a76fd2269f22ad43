// Rules for usernames, passwords and e-mail addresses. The browser checks the same rules as the server.
import type { FieldIssue } from './errors.ts';
import {
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  USERNAME_MAX_LENGTH,
  USERNAME_MIN_LENGTH,
} from './limits.ts';

/** A password needs `PASSWORD_KINDS_MIN` of these four kinds of characters. */
const KINDS = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{Ll}\p{Lu}\p{Nd}]/u];
export const PASSWORD_KINDS_MIN = 3;

/** How many of the four kinds of characters occur, 0 … 4. */
export const passwordKinds = (password: string): number => KINDS.filter((kind) => kind.test(password)).length;

/** The problem, or null. `common` holds refused passwords in lower case. */
export function passwordIssue(password: string, common: ReadonlySet<string>): FieldIssue | null {
  if (password.length < PASSWORD_MIN_LENGTH) return 'too_short';
  if (password.length > PASSWORD_MAX_LENGTH) return 'too_long';
  if (passwordKinds(password) < PASSWORD_KINDS_MIN) return 'too_simple';
  return common.has(password.toLowerCase()) ? 'too_common' : null;
}

/** The problem, or null. Only the server knows reserved and taken names. */
export function usernameIssue(username: string): FieldIssue | null {
  if (username.length < USERNAME_MIN_LENGTH) return 'too_short';
  if (username.length > USERNAME_MAX_LENGTH) return 'too_long';
  return /^[A-Za-z0-9_]+$/.test(username) ? null : 'wrong_characters';
}

export const EMAIL_MAX_LENGTH = 254;
/** A loose check: the server never sends mail. */
export const EMAIL_LOOK = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
