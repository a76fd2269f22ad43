// A write that may be sent again after a lost answer: "The Idempotency-Key HTTP Header Field"
// (draft-ietf-httpapi-idempotency-key-header-07).
//
// The client makes a random UUID for each write and sends it with every try of that write. The first try that is not
// refused is done and its answer kept; every later one of the same account gets that answer, and nothing is done.
// A refusal has changed nothing and is not kept: the next try is judged anew. A try while another is under way is
// `idempotency_key_in_flight`; the same key for something else is `idempotency_key_reused`.
// Identity comes from the session, never from a key: a visitor whose first write made a guest repeats it with that
// guest's session, and is somebody else without it. A browser therefore becomes a guest first (`becomeGuest`): a cookie
// lost with that answer leaves an empty guest behind, which retention removes, and no write that is there twice.

/** Request header: the UUID in quotes, as the draft writes it, or bare. OpenAPI names the actions that take it. */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

/** Answers are kept this long. */
export const IDEMPOTENCY_KEPT_MS = 24 * 3600 * 1000;

/** Answers kept per account; the oldest go first. */
export const IDEMPOTENCY_KEPT_COUNT = 256;
