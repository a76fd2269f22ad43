// The upload ticket: a challenge with account, file and size class under one MAC, and the capToken that solves it. Nothing
// is stored until it is redeemed.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  CAP_TOKEN_MAX_LENGTH,
  type Difficulty,
  POW_BITS,
  POW_CLASSES,
  POW_LIFETIME_SECONDS,
  powClass,
} from '../contract/pow.ts';
import type { PowChallenge } from '../contract/uploads.ts';
import { ApiError } from '../errors.ts';

const VERSION = '1';
const PURPOSE = 'upload';
const NONCE_BYTES = 16;

export interface Ticket {
  accountId: string;
  /** Lower-case hex. */
  sha256: string;
  difficulty: Difficulty;
  /** Milliseconds since 1970. */
  expiresAt: number;
  /** Hex; spent once. */
  nonce: string;
}

/** Each field follows its length, so that no two field lists have the same bytes (see ALTCHA's CVE-2025-68113). */
function packFields(fields: readonly string[]): Buffer {
  return Buffer.concat(
    fields.flatMap((field) => {
      const bytes = Buffer.from(field, 'utf8');
      const length = Buffer.alloc(2);
      length.writeUInt16BE(bytes.length);
      return [length, bytes];
    }),
  );
}

function unpackFields(packed: Buffer): string[] | null {
  const fields: string[] = [];
  for (let at = 0; at < packed.length; ) {
    if (at + 2 > packed.length) return null;
    const end = at + 2 + packed.readUInt16BE(at);
    if (end > packed.length) return null;
    fields.push(packed.toString('utf8', at + 2, end));
    at = end;
  }
  return fields;
}

const mac = (key: Buffer, payload: Buffer) => createHmac('sha256', key).update(payload).digest();

/** Accepts only the canonical base64url; otherwise null. */
function decodeBase64url(text: string): Buffer | null {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) return null;
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : null;
}

/** Costs one HMAC and no row. */
export function issueChallenge(
  key: Buffer,
  request: { accountId: string; sha256: string; sizeBytes: number },
  now: number,
): PowChallenge {
  const { difficulty, puzzles } = powClass(request.sizeBytes);
  const expiresAt = now + POW_LIFETIME_SECONDS * 1000;
  const payload = packFields([
    VERSION,
    PURPOSE,
    request.accountId,
    request.sha256,
    String(difficulty),
    String(expiresAt),
    randomBytes(NONCE_BYTES).toString('hex'),
  ]);
  return {
    challenge: `${payload.toString('base64url')}.${mac(key, payload).toString('base64url')}`,
    difficulty,
    puzzles,
    bits: POW_BITS,
    expiresAt: new Date(expiresAt).toISOString(),
  };
}

const invalid = (why: string) => new ApiError('cap_token_invalid', why);

/**
 * Checks MAC, then expiry, then hashes. Throws `cap_token_missing`, `cap_token_invalid` or `cap_token_expired`. `spendTicket`
 * checks in the upload's transaction that it is unused. `graceMs`: accepted time after expiry, for uses other than uploads.
 */
export function verifyCapToken(key: Buffer, capToken: string | undefined, now: number, graceMs = 0): Ticket {
  if (capToken === undefined || capToken === '') {
    throw new ApiError('cap_token_missing', 'An upload needs a capToken: call getPowChallenge first');
  }
  const parts = capToken.length <= CAP_TOKEN_MAX_LENGTH ? capToken.split('.') : [];
  const [payload, tag, nonces] = parts.map(decodeBase64url);
  if (parts.length !== 3 || !payload || !tag || !nonces) throw invalid('The capToken cannot be read');
  const expected = mac(key, payload);
  if (tag.length !== expected.length || !timingSafeEqual(tag, expected)) {
    throw invalid('The capToken was not issued by this server');
  }
  const [version, purpose, accountId, sha256, size, expiry, nonce] = unpackFields(payload) ?? [];
  const known = POW_CLASSES.find(({ difficulty }) => String(difficulty) === size);
  if (version !== VERSION || purpose !== PURPOSE || !accountId || !sha256 || !nonce) {
    throw invalid('The capToken is for something else');
  }
  if (!known) throw invalid('The capToken has no size class');
  const expiresAt = Number(expiry);
  if (!(expiresAt + graceMs > now)) throw new ApiError('cap_token_expired', 'The capToken has expired');
  if (!isSolved(`${parts[0]}.${parts[1]}`, nonces, known.puzzles)) {
    throw invalid('The proof of work is wrong');
  }
  return { accountId, sha256, difficulty: known.difficulty, expiresAt, nonce };
}

/** Costs two hashes per puzzle; format in `contract/pow.ts`. */
function isSolved(challenge: string, nonces: Buffer, puzzles: number): boolean {
  if (nonces.length !== puzzles * 4) return false;
  const prefix = Buffer.from(challenge, 'ascii');
  for (let index = 0; index < puzzles; index++) {
    const position = Buffer.alloc(4);
    position.writeUInt32BE(index);
    const seed = createHash('sha256').update(prefix).update(position).digest();
    const digest = createHash('sha256')
      .update(seed)
      .update(nonces.subarray(index * 4, index * 4 + 4))
      .digest();
    if (digest.readUInt32BE(0) >>> (32 - POW_BITS) !== 0) return false;
  }
  return true;
}
