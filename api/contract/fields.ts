// Fields that several bodies share.
import * as z from 'zod/mini';
import { DEFAULT_PREFERENCES, GUEST_ROWS, type Preferences } from './accounts.ts';
import { CONSENT_VERSION } from './consent.ts';
import { EMAIL_LOOK, EMAIL_MAX_LENGTH } from './credentials.ts';
import {
  BIO_MAX_LENGTH,
  DESCRIPTION_MAX_LENGTH,
  NEWS_KEPT,
  PASSWORD_MAX_LENGTH,
  TAGS_MAX_COUNT,
  TITLE_MAX_LENGTH,
  TITLE_MIN_LENGTH,
  TRANSCRIPT_MAX_LENGTH,
} from './limits.ts';
import { id, shownText, text } from './text.ts';
import { GENDERS } from './tracks.ts';

export const password = text('password', PASSWORD_MAX_LENGTH, 1);
/** Asked for again before what cannot be undone; missing is wrong, not malformed. */
export const passwordAgain = z._default(text('password', PASSWORD_MAX_LENGTH), '');
export const username = text('username', 64, 1);
export const flag = (what: string) => z.boolean(`${what} must be true or false`);
export const guestRows = z.optional(z.enum(GUEST_ROWS, 'guestRows must be keep or leave'));

/** `nextCursor` of the page before. */
export const cursor = z.optional(text('cursor', 200));
/** Beside the data of a page: where the next one begins; absent on the last. */
export const page = z.strictObject({ nextCursor: z.optional(z.string()) });

/** Query of a page of news; `limit` is 1 … `PAGE_NEWS`. */
export const newsQuery = z.object({
  cursor,
  limit: z.optional(
    z.string('limit must be a number').check(z.regex(/^[1-9]\d{0,2}$/, 'limit must be a positive number')),
  ),
});

/** Which rows of news a write is about: one id, several, or `all`. */
export const newsIds = (what: string) =>
  z.union(
    [
      id(what),
      z
        .array(id(what), `${what} must be an id or a list of them`)
        .check(z.minLength(1, `${what} names nothing`), z.maxLength(NEWS_KEPT, `${what} names too many`)),
    ],
    `${what} must be an id, or a list of 1 to ${NEWS_KEPT}`,
  );

/** With `all`: those up to this moment, so that what came meanwhile stays. */
export const until = z.optional(z.iso.datetime('until must be a moment in UTC'));

const tags = z
  .array(text('a tag', 200), 'tags must be a list')
  // The category may be sent along and does not count (K33).
  .check(z.maxLength(TAGS_MAX_COUNT + 1, `there may be at most ${TAGS_MAX_COUNT} tags`));

export const email = z
  .string('email must be text')
  .check(z.maxLength(EMAIL_MAX_LENGTH, 'email is too long'), z.regex(EMAIL_LOOK, 'email must look like one'));

/** What an owner may change of a track. */
export const trackUpdates = z.object(
  {
    title: z.optional(shownText('title', TITLE_MAX_LENGTH, TITLE_MIN_LENGTH)),
    description: z.optional(shownText('description', DESCRIPTION_MAX_LENGTH)),
    tags: z.optional(tags),
    gender: z.optional(z.enum(GENDERS, 'gender must be Female, Male, Couple or Diverse')),
    /** Which statement of consent was confirmed; asked for when the recording becomes a Couple's. */
    consentVersion: z.optional(
      z
        .number('consentVersion must be a number')
        .check(
          z.int('consentVersion must be whole'),
          z.gte(1, 'consentVersion begins with 1'),
          z.lte(CONSENT_VERSION, 'there is no such version of the statement'),
        ),
    ),
    transcript: z.optional(shownText('transcript', TRANSCRIPT_MAX_LENGTH)),
    /** Whether others may comment; takes effect at once, without a review. */
    allowComments: z.optional(flag('allowComments')),
  },
  'updates must be an object',
);
export type TrackUpdates = z.output<typeof trackUpdates>;

const share = (what: string) =>
  z.number(`${what} must be a number`).check(z.gte(0, `${what} is 0 … 1`), z.lte(1, `${what} is 0 … 1`));

type FieldsOf<Section> = {
  [Key in keyof Section]: Section[Key] extends boolean ? z.ZodMiniBoolean<boolean> : z.ZodMiniNumber<number>;
};

/** A field for each preference of a section: a switch is true or false, a number a share. */
export const preferenceFields = <Section extends Record<string, boolean | number>>(
  section: Section,
): FieldsOf<Section> =>
  Object.fromEntries(
    Object.entries(section).map(([key, value]) => [key, typeof value === 'boolean' ? flag(key) : share(key)]),
  ) as FieldsOf<Section>;

const part = <Section extends Record<string, boolean | number>>(section: Section) =>
  z.optional(z.partial(z.object(preferenceFields(section))));

/** Any part of the preferences. */
const preferences = z.object({
  notifications: part(DEFAULT_PREFERENCES.notifications),
  privacy: part(DEFAULT_PREFERENCES.privacy),
  playback: part(DEFAULT_PREFERENCES.playback),
} satisfies Record<keyof Preferences, z.ZodMiniType>);

/** What a person may change of themselves. */
export const userUpdates = z.object(
  {
    username: z.optional(username),
    bio: z.optional(shownText('bio', BIO_MAX_LENGTH)),
    tags: z.optional(tags),
    email: z.optional(z.nullable(email)),
    preferences: z.optional(preferences),
  },
  'updates must be an object',
);
export type UserUpdates = z.output<typeof userUpdates>;
