// The text fields of an upload, checked and with defaults.
import * as z from 'zod/mini';
import { GENDERS, type Gender } from '../contract/categories.ts';
import { shownText, text } from '../contract/fields.ts';
import {
  DESCRIPTION_MAX_LENGTH,
  TAGS_MAX_COUNT,
  TITLE_MAX_LENGTH,
  TITLE_MIN_LENGTH,
  TRANSCRIPT_MAX_LENGTH,
} from '../contract/limits.ts';
import { titleIssue } from '../contract/shownText.ts';
import { CONSENT_VERSION } from '../contract/uploadForm.ts';
import { invalid, refusedBySchema } from '../errors.ts';
import { normaliseTags } from '../tracks/tags.ts';

const titleSchema = shownText('title', TITLE_MAX_LENGTH);
const descriptionSchema = shownText('description', DESCRIPTION_MAX_LENGTH);
const tagsSchema = z.array(text('a tag', 200), 'tags must be a list').check(
  // Clients may send the performer category as a tag; it does not count.
  z.maxLength(TAGS_MAX_COUNT + 1, `there may be at most ${TAGS_MAX_COUNT} tags`),
);

/** Case does not matter. */
export const uploadKeySchema = z.uuid('uploadKey must be a UUID').check(z.toLowerCase());

const tagsField = z.pipe(
  z.string('tags must be text'),
  z.pipe(
    z.transform((value: string, context) => {
      if (value === '') return [];
      try {
        return JSON.parse(value) as unknown;
      } catch {
        context.issues.push({ code: 'custom', input: value, message: 'tags must be a JSON list' });
        return z.NEVER;
      }
    }),
    tagsSchema,
  ),
);

const fields = z.object({
  title: z.optional(titleSchema),
  description: z.optional(descriptionSchema),
  gender: z.optional(
    z.union([z.enum(GENDERS), z.literal('')], 'gender must be Female, Male, Couple or Diverse'),
  ),
  tags: z.optional(tagsField),
  requiresReview: z.optional(text('requiresReview', 8)),
  userId: z.optional(text('userId', 64)),
  username: z.optional(text('username', 64)),
  uploadKey: z.optional(z.union([z.literal(''), uploadKeySchema], 'uploadKey must be a UUID')),
  consentAt: z.optional(text('consentAt', 40)),
  consentVersion: z.optional(
    z.union([z.literal(''), z.string().check(z.regex(/^[1-9]\d{0,3}$/))], 'consentVersion must be a number'),
  ),
  deviceId: z.optional(text('deviceId', 128)),
  transcript: z.optional(shownText('transcript', TRANSCRIPT_MAX_LENGTH)),
  allowComments: z.optional(z.enum(['', 'true', 'false'], 'allowComments must be true or false')),
  replaces: z.optional(text('replaces', 64)),
});

export interface UploadFields {
  title: string;
  description: string;
  gender: Gender;
  tags: string[];
  asksForReview: boolean;
  /** From the body; must be the ticket's account. */
  userId: string | null;
  username: string | null;
  uploadKey: string | null;
  consentAt: number | null;
  /** Version of the statement confirmed at `consentAt`. */
  consentVersion: number;
  deviceId: string | null;
  transcript: string;
  /** Whether others may comment. */
  allowComments: boolean;
  /** Id of the track whose sound it replaces; null for a new recording. */
  replaces: string | null;
}

/** "Moments of {date}" with a German date. */
const defaultTitle = (now: number) =>
  `Moments of ${new Date(now).toLocaleDateString('de-DE', { timeZone: 'Europe/Berlin' })}`;

/** Throws `invalid_body`. */
export function readUploadFields(body: unknown, now: number): UploadFields {
  const sent: unknown = Object.assign({}, body);
  const parsed = fields.safeParse(sent);
  if (!parsed.success) throw refusedBySchema(parsed.error, sent);
  const given = parsed.data;
  const title = given.title?.trim() || defaultTitle(now);
  const issue = titleIssue(title);
  if (issue) throw invalid('title', issue, `title must have at least ${TITLE_MIN_LENGTH} characters`);
  const gender = given.gender || 'Diverse';
  const tags = normaliseTags(given.tags ?? [], gender);
  if (tags.length > TAGS_MAX_COUNT + 1) {
    throw invalid('tags', 'too_many', `there may be at most ${TAGS_MAX_COUNT} tags`);
  }
  const consentAt = Date.parse(given.consentAt ?? '');
  const consentVersion = Number(given.consentVersion || 1);
  if (consentVersion > CONSENT_VERSION) {
    throw invalid('consentVersion', 'unknown_choice', 'there is no such version of the statement');
  }
  if (gender === 'Couple' && !Number.isFinite(consentAt)) {
    throw invalid(
      'consentAt',
      'not_confirmed',
      'the consent of all people who can be heard must be confirmed',
    );
  }
  return {
    title,
    description: given.description?.trim() ?? '',
    gender,
    tags,
    asksForReview: given.requiresReview === 'true',
    userId: given.userId || null,
    username: given.username || null,
    uploadKey: given.uploadKey || null,
    consentAt: Number.isFinite(consentAt) ? Math.min(consentAt, now) : null,
    consentVersion,
    deviceId: given.deviceId || null,
    transcript: given.transcript?.trim() ?? '',
    allowComments: given.allowComments !== 'false',
    replaces: given.replaces || null,
  };
}
