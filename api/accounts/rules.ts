// Rules of usernames and passwords. Pure.
import { randomInt } from 'node:crypto';
import { createRequire } from 'node:module';
import { PASSWORD_KINDS_MIN, passwordIssue, passwordKinds, usernameIssue } from '../contract/credentials.ts';
import type { FieldIssue } from '../contract/errors.ts';
import {
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  USERNAME_MAX_LENGTH,
  USERNAME_MIN_LENGTH,
} from '../contract/limits.ts';
import { isInterfaceName, looksLike, namesRole, skeleton } from './reservedNames.ts';

/** Usernames are unique regardless of case. */
export const usernameKey = (username: string) => username.toLowerCase();

/** Why a name or password is refused: code and sentence. */
export interface RuleProblem {
  issue: FieldIssue;
  text: string;
}

const NAME_RESERVED: RuleProblem = { issue: 'reserved', text: 'username is reserved' };

/** Sentences of the problems that names and passwords can have. */
const WORDS: Partial<Record<FieldIssue, { username?: string; password?: string }>> = {
  too_short: {
    username: `username must have at least ${USERNAME_MIN_LENGTH} characters`,
    password: `password must have at least ${PASSWORD_MIN_LENGTH} characters`,
  },
  too_long: {
    username: `username must not exceed ${USERNAME_MAX_LENGTH} characters`,
    password: `password must not exceed ${PASSWORD_MAX_LENGTH} characters`,
  },
  wrong_characters: { username: 'username may hold letters, digits and underscores' },
  too_simple: { password: 'password needs three of: lower case, upper case, digits, other characters' },
  too_common: { password: 'password is one of the most used' },
};

const problem = (of: 'username' | 'password', issue: FieldIssue | null): RuleProblem | null =>
  issue && { issue, text: WORDS[issue]?.[of] ?? `${of} can’t be used` };

/** The problem of a username, or null. */
export function usernameProblem(username: string): RuleProblem | null {
  const written = problem('username', usernameIssue(username));
  if (written) return written;
  if (skeleton(username).startsWith('anon_')) {
    return { issue: 'reserved', text: 'anon_ names are given to guests' };
  }
  return isInterfaceName(username) ? NAME_RESERVED : null;
}

/** Whether a name is reserved or looks like `adminName`, the operator's admin. Only operators and admins give such names. */
const claimsRole = (username: string, adminName: string | null): boolean =>
  (adminName !== null && looksLike(username, adminName)) || namesRole(username);

/** The problem of a name that a user chooses, or null. */
export const chosenNameProblem = (username: string, adminName: string | null): RuleProblem | null =>
  usernameProblem(username) ?? (claimsRole(username, adminName) ? NAME_RESERVED : null);

/** Whether it has enough kinds of characters with one letter capitalised. */
const canHaveKinds = (password: string): boolean =>
  passwordKinds(password.replace(/\p{Ll}/u, (letter) => letter.toUpperCase())) >= PASSWORD_KINDS_MIN;

/** The most common passwords that pass the other rules, in lower case: about 5,000 of zxcvbn's ranked list. */
export const COMMON_PASSWORDS: readonly string[] = (
  createRequire(import.meta.url)('@zxcvbn-ts/language-common/src/passwords.json') as string[]
).filter((password) => password.length >= PASSWORD_MIN_LENGTH && canHaveKinds(password));

const COMMON = new Set(COMMON_PASSWORDS);

/** The problem of a password, or null: 8 characters, three of four kinds, not a common one. */
export const passwordProblem = (password: string): RuleProblem | null =>
  problem('password', passwordIssue(password, COMMON));

const HANDLE_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** `anon_` and six random letters or digits without look-alikes. */
export function randomHandle(): string {
  return `anon_${Array.from({ length: 6 }, () => HANDLE_LETTERS[randomInt(HANDLE_LETTERS.length)]).join('')}`;
}

/** A username changed on the profile must be shorter than a registered one. */
const PROFILE_NAME_MAX_LENGTH = 15;

/** The problem of a new name, or null. Owners may change the spelling of their name. */
export function changedNameProblem(
  account: { username_key: string },
  username: string,
  adminName: string | null,
): RuleProblem | null {
  if (username.length > PROFILE_NAME_MAX_LENGTH) {
    return { issue: 'too_long', text: `username must not exceed ${PROFILE_NAME_MAX_LENGTH} characters` };
  }
  return usernameKey(username) === account.username_key
    ? usernameProblem(username)
    : chosenNameProblem(username, adminName);
}
