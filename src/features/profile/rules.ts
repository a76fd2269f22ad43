// Rules for the texts of a profile and of a recording. The server checks them again. Pure.
import type { UserView } from '../../../api/contract/accounts.ts';
import { GENDERS } from '../../../api/contract/categories.ts';
import type { FieldProblem } from '../../../api/contract/errors.ts';
import {
  BIO_MAX_LENGTH,
  DESCRIPTION_MAX_LENGTH,
  TAGS_MAX_COUNT,
  USERNAME_MIN_LENGTH,
} from '../../../api/contract/limits.ts';
import { titleIssue } from '../../../api/contract/shownText.ts';

/** Limit of a changed name; accounts registered with a longer name keep it. */
export const NAME_MAX_LENGTH = 15;

export interface ProfileForm {
  username: string;
  bio: string;
  tags: string[];
}

export const formOf = ({ username, bio, tags }: UserView): ProfileForm => ({ username, bio, tags });

/** Removes spaces and everything that is not ASCII from a typed name. */
export const strippedName = (text: string): string => text.replace(/[^\x21-\x7e]/g, '');

export function profileProblem(form: ProfileForm, before: UserView): FieldProblem | null {
  const { username, bio, tags } = form;
  if (username !== before.username) {
    if (username.length < USERNAME_MIN_LENGTH) return { field: 'username', issue: 'too_short' };
    if (username.length > NAME_MAX_LENGTH) return { field: 'username', issue: 'too_long' };
    if (!/^[A-Za-z0-9_]+$/.test(username)) return { field: 'username', issue: 'wrong_characters' };
  }
  if (bio.length > BIO_MAX_LENGTH) return { field: 'bio', issue: 'too_long' };
  return tags.length > TAGS_MAX_COUNT ? { field: 'tags', issue: 'too_many' } : null;
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The fields that differ; null when none does. */
export function changesOf<Form extends object>(form: Form, before: Form): Partial<Form> | null {
  const keys = (Object.keys(form) as (keyof Form)[]).filter((key) => !isSame(form[key], before[key]));
  return keys.length === 0
    ? null
    : (Object.fromEntries(keys.map((key) => [key, form[key]])) as Partial<Form>);
}

export interface DetailsForm {
  title: string;
  description: string;
  gender: (typeof GENDERS)[number];
  /** Without the category, which follows the gender. */
  tags: string[];
}

/** The texts of a recording, published or waiting. */
export function detailsFormOf(recording: {
  title: string;
  description: string;
  gender: string | null;
  tags: readonly string[];
}): DetailsForm {
  const { title, description, gender, tags } = recording;
  return {
    title,
    description,
    gender: GENDERS.find((each) => each === gender) ?? 'Diverse',
    tags: tags.filter((tag) => tag.toLowerCase() !== gender?.toLowerCase()),
  };
}

/** All people in a recording must consent when it becomes a couple's, or is resubmitted as one. */
export const needsConsent = (form: DetailsForm, before: DetailsForm, again: boolean): boolean =>
  form.gender === 'Couple' && (again || before.gender !== 'Couple');

export function detailsProblem({ title, description, tags }: DetailsForm): FieldProblem | null {
  const issue = titleIssue(title);
  if (issue) return { field: 'title', issue };
  if (description.length > DESCRIPTION_MAX_LENGTH) return { field: 'description', issue: 'too_long' };
  return tags.length > TAGS_MAX_COUNT ? { field: 'tags', issue: 'too_many' } : null;
}
