// Recovery codes: 100 random bits in groups a person can copy; stored as argon2id, used once.
import { randomInt } from 'node:crypto';

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
