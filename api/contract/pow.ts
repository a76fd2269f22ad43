// The proof-of-work ticket of an upload: the server issues it, the browser solves it.
//
// challenge = base64url(payload) "." base64url(HMAC-SHA-256(payload)); opaque to the client.
// Sub-puzzle i (0 … puzzles-1): seed_i = SHA-256(ascii(challenge) || u32be(i)); find a 32-bit nonce
// with SHA-256(seed_i || u32be(nonce)) starting with `bits` zero bits.
// capToken = challenge "." base64url(u32be(nonce_0) || … || u32be(nonce_{puzzles-1})).

/** Leading zero bits of each sub-puzzle: 2^15 hashes on average. */
export const POW_BITS = 15;
/** Lifetime of a challenge in seconds. */
export const POW_LIFETIME_SECONDS = 300;
/** Seconds after its expiry in which a ticket still brings back a guest who lost the session (`returnAsGuest`). */
export const TICKET_RETURN_SECONDS = 24 * 3600;

const MB = 1024 * 1024;

/** By file size, smallest first: the number of sub-puzzles for a file larger than `aboveBytes`. Many small ones vary less in time. */
export const POW_CLASSES = [
  { difficulty: 1, aboveBytes: 0, puzzles: 16 },
  { difficulty: 2, aboveBytes: 5 * MB, puzzles: 32 },
  { difficulty: 3, aboveBytes: 10 * MB, puzzles: 64 },
] as const;
export type PowClass = (typeof POW_CLASSES)[number];
export type Difficulty = PowClass['difficulty'];

/** The class of a file. */
export const powClass = (sizeBytes: number): PowClass =>
  POW_CLASSES.findLast(({ aboveBytes }) => sizeBytes > aboveBytes) ?? POW_CLASSES[0];

/** More than the longest challenge, in characters. */
const CHALLENGE_MAX_LENGTH = 1024;
/** Longest capToken, in characters. */
export const CAP_TOKEN_MAX_LENGTH =
  CHALLENGE_MAX_LENGTH + Math.ceil(Math.max(...POW_CLASSES.map(({ puzzles }) => puzzles * 4)) * (4 / 3)) + 1;
