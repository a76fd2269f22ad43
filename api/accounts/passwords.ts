// Password hashing: argon2id with OWASP's parameters, behind a short queue. The hashing threads are those
// file reads use, so a flood of logins must not take them all.

import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { ApiError } from '../errors.ts';

/** OWASP password storage: 19 MiB, 2 passes, 1 lane. */
const OPTIONS = { algorithm: 2 as Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Two, but never all cores: who listens comes before who signs in. */
const AT_ONCE = Math.min(2, Math.max(1, Math.floor(availableParallelism() / 2)));
const QUEUE_LENGTH = 20;

let running = 0;
const waiting: (() => void)[] = [];

/** A slot is given back when the hashing ends, not when the caller hangs up. */
async function withSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= QUEUE_LENGTH) {
      throw new ApiError('busy', 'Too many sign-ins at once', { headers: { 'Retry-After': '2' } });
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running++;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

/** About 25 ms; throws `busy` when 20 others wait. */
export const hashPassword = (password: string) => withSlot(() => hash(password, OPTIONS));

let decoy: string | null = null;

/**
 * Compares in the same time whether the account exists or not: pass null for one without a password.
 * Throws `busy` when 20 others wait.
 */
export async function checkPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= await hashPassword('no account has this password');
  const known = stored ?? decoy;
  const matches = await withSlot(() => verify(known, password));
  return matches && stored !== null;
}

/** Crockford's base 32: no letter looks like a digit. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export function newRecoveryCode(): string {
  const letters = Array.from({ length: 20 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return letters.replace(/.{5}(?=.)/g, '$&-');
}

/** As typed: case, blanks and dashes do not matter, O is 0, I and L are 1. */
export const normaliseRecoveryCode = (typed: string) =>
  typed
    .toUpperCase()
    .replace(/[\s-]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
    .replace(/.{5}(?=.)/g, '$&-');
