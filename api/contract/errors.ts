// The stable error codes of the wire and the HTTP status each one travels with.
// A code is never renamed or reused: clients and scripts switch on it.

/** Code → HTTP status. Every JSON error is `{ success: false, error, code }`. */
export const ERROR_STATUS = {
  // Requests that cannot be read
  malformed_request: 400,
  malformed_json: 400,
  malformed_multipart: 400,
  headers_too_large: 431,
  expectation_failed: 417,
  body_too_large: 413,
  unsupported_media: 415,
  unknown_action: 404,
  method_not_allowed: 405,
  invalid_body: 422,
  // Identity and rights
  not_signed_in: 401,
  session_ended: 401,
  move_phrase_wrong: 401,
  wrong_credentials: 401,
  forbidden: 403,
  identity_mismatch: 403,
  conflict_of_interest: 403,
  cross_site: 403,
  username_taken: 409,
  guest_has_rows: 409,
  last_admin: 409,
  // Content
  not_found: 404,
  already_exists: 409,
  conflict: 409,
  version_changed: 409,
  claimed: 409,
  rule_required: 409,
  recording_under_review: 409,
  replacement_waiting: 409,
  // Repeats of a write (`contract/idempotency.ts`)
  idempotency_key_invalid: 400,
  idempotency_key_in_flight: 409,
  idempotency_key_reused: 422,
  // Uploads
  audio_missing: 400,
  audio_empty: 400,
  audio_too_large: 413,
  audio_unsupported: 415,
  audio_damaged: 422,
  audio_too_short: 422,
  audio_too_long: 422,
  cap_token_missing: 403,
  cap_token_invalid: 403,
  cap_token_expired: 403,
  cap_token_used: 409,
  wrong_offset: 409,
  upload_completed: 400,
  upload_length_inconsistent: 400,
  // Limits and faults
  rate_limited: 429,
  busy: 503,
  storage_full: 507,
  store_unreachable: 503,
  inspection_unavailable: 503,
  quota_exceeded: 507,
  too_slow: 408,
  range_not_satisfiable: 416,
  internal: 500,
} as const satisfies Record<string, number>;

/** A stable error code of the wire. */
export type ErrorCode = keyof typeof ERROR_STATUS;

/** Codes with status 422: each names a field and its problem. */
export type FieldErrorCode = {
  [Code in ErrorCode]: (typeof ERROR_STATUS)[Code] extends 422 ? Code : never;
}[ErrorCode];

/** Problem of a field. As stable as the codes; the sentence on screen follows from it. */
export const FIELD_ISSUES = [
  'missing',
  'wrong_type',
  'wrong_format',
  'wrong_characters',
  'too_short',
  'too_long',
  'too_many',
  'out_of_range',
  'unknown_choice',
  'not_confirmed',
  'reserved',
  'taken',
  'oneself',
  'too_simple',
  'too_common',
  'damaged',
] as const;
export type FieldIssue = (typeof FIELD_ISSUES)[number];

/** The field of a 422: its own name, without parent objects and lists. */
export interface FieldProblem {
  field: string;
  issue: FieldIssue;
}
