// The proof-of-work ticket of K49, shared by the server that issues it and the kernel that solves it.
//
// challenge = base64url(payload) "." base64url(HMAC-SHA-256(payload)); opaque to the client.
// Sub-puzzle i (0 … puzzles-1): seed_i = SHA-256(ascii(challenge) || u32be(i)); find a 32-bit nonce
// with SHA-256(seed_i || u32be(nonce)) starting with `bits` zero bits.
// capToken = challenge "." base64url(u32be(nonce_0) || … || u32be(nonce_{puzzles-1})).

export type { PowChallenge } from './views/uploads.ts';

/** Characters. The longest capToken is under 1 KB; anything longer is not one. */
export const CAP_TOKEN_MAX_LENGTH = 2048;

/** Zero bits each sub-puzzle asks for: 2^15 expected hashes (K49). */
export const POW_BITS = 15;
/** Lifetime of a challenge in seconds (K49). */
export const POW_LIFETIME_SECONDS = 300;
/** So long after its end a ticket still brings a guest back whose session the browser lost (`returnAsGuest`). */
export const TICKET_RETURN_SECONDS = 24 * 3600;

/** Files above so many bytes get the difficulty: 2 above 5 MB, 3 above 10 MB (S1 §9); MB is 1024 × 1024 bytes. */
export const POW_ABOVE_BYTES = { 1: 0, 2: 5 * 1024 * 1024, 3: 10 * 1024 * 1024 } as const;

/** Difficulty of a file. */
export function powDifficulty(sizeBytes: number): 1 | 2 | 3 {
  if (sizeBytes > POW_ABOVE_BYTES[3]) return 3;
  return sizeBytes > POW_ABOVE_BYTES[2] ? 2 : 1;
}

/** Sub-puzzles per difficulty (K49): many small ones have less luck in them than one large one. */
export const POW_PUZZLES = { 1: 16, 2: 32, 3: 64 } as const;
