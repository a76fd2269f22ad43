// Passwords and recovery codes: argon2id with OWASP's parameters, behind a short queue. Hashing uses the same threads as file
// reads, so a flood of sign-ins must not take them all.

import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { ApiError } from '../errors.ts';

/** OWASP password storage: 19 MiB, 2 passes, 1 lane. */
const OPTIONS = { algorithm: 2 as Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Two, but never all cores: listeners come first. */
const AT_ONCE = Math.min(2, Math.max(1, Math.floor(availableParallelism() / 2)));
const QUEUE_LENGTH = 20;

let running = 0;
const waiting: (() => void)[] = [];

/** A slot is released when the hashing ends, not when the caller disconnects. */
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

/** Takes the same time with and without a stored password (null). Throws `busy` when 20 others wait. */
export async function checkPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= await hashPassword('no account has this password');
  const known = stored ?? decoy;
  const matches = await withSlot(() => verify(known, password));
  return matches && stored !== null;
}

/** Recovery codes: 100 random bits in Crockford's base 32, where no letter looks like a digit. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export function newRecoveryCode(): string {
  const letters = Array.from({ length: 20 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return letters.replace(/.{5}(?=.)/g, '$&-');
}

/** Ignores case, spaces and dashes; reads O as 0, I and L as 1. */
export const normaliseRecoveryCode = (typed: string) =>
  typed
    .toUpperCase()
    .replace(/[\s-]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
    .replace(/.{5}(?=.)/g, '$&-');
