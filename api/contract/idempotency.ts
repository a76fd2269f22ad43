// Writes that a client can safely send again after a lost answer: "The Idempotency-Key HTTP Header Field"
// (draft-ietf-httpapi-idempotency-key-header-07).
//
// The client creates a random UUID for each write and sends it with every try. The server runs the first try it does not
// refuse and stores its answer; later tries of the same account get that answer. Refusals are not stored: the next try
// runs again. A concurrent try gets `idempotency_key_in_flight`; the same key for another write gets
// `idempotency_key_reused`. Identity comes from the session, never from a key. A visitor therefore becomes a guest first
// (`becomeGuest`): losing that answer leaves an empty guest, which retention removes, and never a duplicate write.

/** Request header: the UUID, with or without quotes. OpenAPI lists the actions that take it. */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

/** How long answers are stored. */
export const IDEMPOTENCY_KEY_MS = 24 * 3600 * 1000;

/** Stored answers per account; the oldest are deleted first. */
export const IDEMPOTENCY_KEY_COUNT = 256;
