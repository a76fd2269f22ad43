// What each error code means and what a caller does about it: docs/errors.md is made from this table.
import type { ErrorCode, FieldIssue } from './errors.ts';

interface ErrorText {
  meaning: string;
  remedy: string;
}

const text = (meaning: string, remedy: string): ErrorText => ({ meaning, remedy });

export const ERROR_TEXTS = {
  'Unreadable requests': {
    malformed_request: text('The request is not valid HTTP, or names no host.', 'Send a valid request.'),
    malformed_json: text('The body is not JSON, or ended early.', 'Send the whole body as JSON.'),
    malformed_multipart: text('The form cannot be read.', 'Send `multipart/form-data` with a boundary.'),
    headers_too_large: text('The headers are too large.', 'Remove cookies or headers.'),
    expectation_failed: text('The request expects more than `100-continue`.', 'Remove the `Expect` header.'),
    body_too_large: text('The body is larger than this call allows.', 'Send less.'),
    unsupported_media: text('The content type is wrong.', 'Send the content type that the message names.'),
    unknown_action: text('There is no such action.', 'Look it up in `/api/openapi.json`.'),
    method_not_allowed: text(
      'The action exists with another method.',
      'Use the method of the `Allow` header.',
    ),
    invalid_body: text('A field is wrong; `field` and `issue` say which and how.', 'Correct the field.'),
  },
  'Identity and permissions': {
    not_signed_in: text('The call needs a session.', 'Sign in, or call `becomeGuest`.'),
    session_ended: text('The session was ended on another device.', 'Sign in again.'),
    move_phrase_wrong: text(
      'The phrase is wrong, used or expired.',
      'Create a new phrase on the first device.',
    ),
    wrong_credentials: text(
      'The name, password or recovery code is wrong.',
      'Try again, or use the recovery code.',
    ),
    forbidden: text('This account may not do that.', 'Use an account with the role for it.'),
    identity_mismatch: text(
      'The upload names another account than the session or the ticket.',
      'Get a new ticket in the session that uploads.',
    ),
    conflict_of_interest: text(
      'A moderator decides about their own content, report or decision.',
      'Leave it to another moderator.',
    ),
    cross_site: text(
      'The call comes from a page of another site.',
      'Call from the app; operators set `PUBLIC_URL`.',
    ),
    username_taken: text('The name belongs to another account.', 'Choose another name.'),
    guest_has_rows: text(
      'The guest session has content of its own.',
      'Repeat the call with `guestRows`: keep or leave.',
    ),
    last_admin: text('There would be no admin left.', 'Make another account admin first.'),
  },
  Content: {
    not_found: text('It does not exist, or this account may not see it.', 'Reload the list.'),
    already_exists: text('It is there already.', 'Nothing: the earlier call succeeded.'),
    conflict: text('It changed or disappeared meanwhile.', 'Read it again, then decide.'),
    version_changed: text('The uploader changed the upload after it was read.', 'Review the new version.'),
    rule_required: text(
      'The removal names no rule, or one that is not in `getRules`.',
      'Send the `ruleId` of a rule of `getRules`.',
    ),
    claimed: text('Another moderator is reviewing it.', 'Take another one.'),
    recording_under_review: text(
      'The recording is hidden or taken down, or a report about it is undecided.',
      'Replace its sound after the decision.',
    ),
    replacement_waiting: text(
      'A new sound of this recording already waits for a moderator.',
      'Wait for the decision.',
    ),
  },
  'Repeated writes': {
    idempotency_key_invalid: text('`Idempotency-Key` is not a UUID.', 'Send a UUID.'),
    idempotency_key_in_flight: text('The same write is still running.', 'Repeat it after `Retry-After`.'),
    idempotency_key_reused: text('The key belongs to a different write.', 'Use a new key for each write.'),
  },
  Uploads: {
    audio_missing: text('The form has no file named `audio`.', 'Add the file.'),
    audio_empty: text('The file is empty.', 'Choose another file.'),
    audio_too_large: text('The file is larger than 50 MB.', 'Export a shorter or smaller file.'),
    audio_unsupported: text('No browser would play this format.', 'Convert it, for example to MP3.'),
    audio_damaged: text('Parts of the audio are missing or unreadable.', 'Export the file again.'),
    audio_too_short: text('The recording is too short.', 'Record more.'),
    audio_too_long: text('The recording is longer than allowed.', 'Cut it.'),
    cap_token_missing: text('The upload has no ticket.', 'Call `getPowChallenge` and solve it.'),
    cap_token_invalid: text('The ticket is for another file or account.', 'Get a new ticket for this file.'),
    cap_token_expired: text('The ticket has expired.', 'Get a new ticket.'),
    cap_token_used: text('The ticket was used before.', 'Get a new ticket.'),
    wrong_offset: text('The piece does not continue the upload.', 'Continue at `Upload-Offset`.'),
    upload_completed: text('All bytes have arrived.', 'Publish the upload.'),
    upload_length_inconsistent: text('The length differs from the announced one.', 'Start a new upload.'),
  },
  'Limits and failures': {
    rate_limited: text('Too many requests.', 'Wait for `Retry-After` seconds.'),
    busy: text('The server has too much to do.', 'Try again after `Retry-After`.'),
    storage_full: text(
      'The disk is full.',
      'Try later. Operators: free space, or lower `STORAGE_RESERVE_BYTES`.',
    ),
    store_unreachable: text(
      'The audio store does not answer.',
      'Try again. Operators: see the log and the store.',
    ),
    inspection_unavailable: text(
      'No process inspects uploads.',
      'Try again. Operators: start one with `INSPECTION=only`.',
    ),
    quota_exceeded: text(
      'The account or the server has reached its quota.',
      'Delete recordings. Operators: raise the quota.',
    ),
    too_slow: text('The request arrived too slowly.', 'Try again on a better connection.'),
    range_not_satisfiable: text('The range lies outside the file.', 'Ask for a range within its size.'),
    internal: text('A fault of the server.', 'Try again. Operators: search the log for `X-Request-Id`.'),
  },
} satisfies Record<string, Partial<Record<ErrorCode, ErrorText>>>;

export const ISSUE_TEXTS: Record<FieldIssue, string> = {
  missing: 'is required',
  wrong_type: 'has another type',
  wrong_format: 'has another format',
  wrong_characters: 'has characters that are not allowed',
  too_short: 'is too short',
  too_long: 'is too long',
  too_many: 'has too many entries',
  out_of_range: 'is a number outside the range',
  unknown_choice: 'is none of the choices',
  not_confirmed: 'must be confirmed',
  reserved: 'is a reserved name',
  taken: 'is in use',
  oneself: 'means the caller',
  too_simple: 'needs more kinds of characters',
  too_common: 'is a common password',
  damaged: 'cannot be read',
};
