// The proof-of-work ticket of K49, shared by the server that issues it and the kernel that solves it.
//
// challenge = base64url(payload) "." base64url(HMAC-SHA-256(payload)); opaque to the client.
// Sub-puzzle i (0 … puzzles-1): seed_i = SHA-256(ascii(challenge) || u32be(i)); find a 32-bit nonce
// with SHA-256(seed_i || u32be(nonce)) starting with `bits` zero bits.
// capToken = challenge "." base64url(u32be(nonce_0) || … || u32be(nonce_{puzzles-1})).

/** Zero bits each sub-puzzle asks for: 2^15 expected hashes (K49). */
export const POW_BITS = 15;
/** Lifetime of a challenge in seconds (K49). */
export const POW_LIFETIME_SECONDS = 300;
/** So long after its end a ticket still brings a guest back whose session the browser lost (`returnAsGuest`). */
export const TICKET_RETURN_SECONDS = 24 * 3600;

const MB = 1024 * 1024;

/**
 * By size of the file, the smallest first: a file of more than `aboveBytes` (S1 §9) asks for so many sub-puzzles (K49):
 * many small ones have less luck in them than one large one.
 */
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

/** Characters of the longest challenge, generously. */
const CHALLENGE_MAX_LENGTH = 1024;
/** Characters; anything longer is no capToken. */
export const CAP_TOKEN_MAX_LENGTH =
  CHALLENGE_MAX_LENGTH + Math.ceil(Math.max(...POW_CLASSES.map(({ puzzles }) => puzzles * 4)) * (4 / 3)) + 1;
