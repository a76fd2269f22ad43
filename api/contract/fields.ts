// Schemas that several requests and answers share. The message of a check names the problem of the field.
import * as z from 'zod/mini';
import { EMAIL_LOOK, EMAIL_MAX_LENGTH } from './credentials.ts';
import type { FieldIssue } from './errors.ts';
import { AUDIO_MAX_SECONDS, PASSWORD_MAX_LENGTH, TAGS_MAX_COUNT } from './limits.ts';
import { tidyText } from './shownText.ts';

const LONE_SURROGATE = /\p{Surrogate}/u;

// Tabs and line breaks are text; other control characters, including NUL, are not.
const CONTROL = /[^\P{Cc}\t\n\r]/u;

/** A custom check names its issue here; for built-in checks it follows from the kind of zod issue. */
const CHARACTERS: { issue: FieldIssue } = { issue: 'wrong_characters' };

/** Well-formed text of at most `max` UTF-16 units; error sentences begin with `what`. */
export const text = (what: string, max: number, min = 0) => checked(what, max, min, (value) => value);

/** `text` that others will read, cleaned by `tidyText`. */
export const shownText = (what: string, max: number, min = 0) => checked(what, max, min, tidyText);

function checked(what: string, max: number, min: number, tidy: (value: string) => string) {
  return z.string(`${what} must be text`).check(
    z.overwrite(tidy),
    z.maxLength(max, `${what} must not exceed ${max} characters`),
    z.minLength(min, `${what} must have at least ${min} characters`),
    z.refine((value) => !LONE_SURROGATE.test(value), {
      error: `${what} must be well-formed Unicode`,
      params: CHARACTERS,
    }),
    z.refine((value) => !CONTROL.test(value), {
      error: `${what} must not contain control characters`,
      params: CHARACTERS,
    }),
  );
}

/** An id of this server, or a client's UUID. */
export function id(what: string) {
  return z.string(`${what} must be text`).check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, `${what} must be an id`));
}

/** Lower-case hex of a SHA-256. */
export const sha256Hex = z
  .string('sha256 must be text')
  .check(z.regex(/^[0-9a-f]{64}$/, 'sha256 must be 64 lower-case hex digits'));

/** A body or query without fields. Unknown fields are ignored. */
export const nothing = z.object({}, 'the body must be an object');

/** `atSeconds`: seconds from the start of a recording. */
export const moment = z.optional(
  z
    .number('atSeconds must be a number')
    .check(
      z.gte(0, 'atSeconds must not be negative'),
      z.lte(AUDIO_MAX_SECONDS, 'atSeconds is longer than any recording'),
    ),
);

/** ISO 8601 in UTC, as in every answer. */
export const isoTime = z.iso.datetime();

export const password = text('password', PASSWORD_MAX_LENGTH, 1);

/** Needed before an action that cannot be undone. A missing one is a wrong password, not a malformed body. */
export const passwordAgain = z._default(text('password', PASSWORD_MAX_LENGTH), '');

export const username = text('username', 64, 1);

export const flag = (what: string) => z.boolean(`${what} must be true or false`);

/** `nextCursor` of the previous page. */
export const cursor = z.optional(text('cursor', 200));

/** Cursor of the next page; absent on the last page. */
export const page = z.strictObject({ nextCursor: z.optional(z.string()) });

export const tags = z
  .array(text('a tag', 200), 'tags must be a list')
  // Clients may send the performer category as a tag; it does not count.
  .check(z.maxLength(TAGS_MAX_COUNT + 1, `there may be at most ${TAGS_MAX_COUNT} tags`));

export const email = z
  .string('email must be text')
  .check(z.maxLength(EMAIL_MAX_LENGTH, 'email is too long'), z.regex(EMAIL_LOOK, 'email must look like one'));

/** Trimmed before its length is checked. */
export const trimmedText = (what: string, max: number, min = 0) =>
  z.pipe(z.string(`${what} must be text`).check(z.trim()), shownText(what, max, min));
