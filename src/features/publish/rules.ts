// The rules of the share form. Pure; results are texts of the catalogue or null.

import { GENDERS } from '../../../api/contract/categories.ts';
import {
  DESCRIPTION_MAX_LENGTH,
  TAGS_MAX_COUNT,
  TRANSCRIPT_MAX_LENGTH,
} from '../../../api/contract/limits.ts';
import { tidyText, titleIssue } from '../../../api/contract/shownText.ts';
import { shareMessages } from '../../lib/messages/share.ts';
import { studioMessages } from '../../lib/messages/studio.ts';

export type PerformerCategory = (typeof GENDERS)[number];

/** Whether a tag is the category, which is also sent as a tag. */
export const isCategory = (tag: string) => (GENDERS as readonly string[]).includes(tag);

export interface ShareForm {
  title: string;
  description: string;
  gender: PerformerCategory | null;
  /** Predefined tags as listed, own tags normalised; without the category. */
  tags: string[];
  /** ISO time of the consent; only asked for a Couple recording. */
  consentAt: string | null;
  /** The transcript, for people who read. */
  transcript: string;
  /** Whether others may comment. */
  allowComments: boolean;
}

export type FormErrors = Partial<Record<keyof ShareForm, string>>;

export function titleError(title: string): string | null {
  switch (titleIssue(tidyText(title))) {
    case null:
      return null;
    case 'missing':
      return shareMessages.share.titleRequired;
    case 'too_short':
      return shareMessages.share.titleTooShort;
    default:
      return shareMessages.share.titleTooLong;
  }
}

/** The problems of the form by field; an empty object means that it can be sent. */
export function formErrors(form: ShareForm): FormErrors {
  const errors: FormErrors = {};
  const title = titleError(form.title);
  if (title) errors.title = title;
  if (form.description.length > DESCRIPTION_MAX_LENGTH)
    errors.description = studioMessages.studio.descriptionTooLong;
  if (form.transcript.length > TRANSCRIPT_MAX_LENGTH)
    errors.transcript = studioMessages.studio.transcriptTooLong;
  if (!form.gender) errors.gender = shareMessages.share.performerRequired;
  if (form.tags.length > TAGS_MAX_COUNT) errors.tags = shareMessages.tags.tooMany;
  if (form.gender === 'Couple' && !form.consentAt) errors.consentAt = studioMessages.studio.consentRequired;
  return errors;
}

/** Checks a stored form field by field; invalid fields get their defaults. */
export function readForm(value: unknown, fallback: ShareForm): ShareForm {
  if (typeof value !== 'object' || value === null) return fallback;
  const stored = value as Record<string, unknown>;
  return {
    title: typeof stored.title === 'string' ? stored.title : fallback.title,
    description: typeof stored.description === 'string' ? stored.description : fallback.description,
    gender: GENDERS.find((each) => each === stored.gender) ?? fallback.gender,
    tags: Array.isArray(stored.tags)
      ? stored.tags.filter((tag): tag is string => typeof tag === 'string').slice(0, TAGS_MAX_COUNT)
      : fallback.tags,
    consentAt: typeof stored.consentAt === 'string' ? stored.consentAt : null,
    transcript: typeof stored.transcript === 'string' ? stored.transcript : fallback.transcript,
    allowComments: typeof stored.allowComments === 'boolean' ? stored.allowComments : fallback.allowComments,
  };
}
