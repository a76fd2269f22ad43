// What the server could not use of a field, in words; from its codes, never from its own sentence.
import type { FieldIssue, FieldProblem } from '../../../api/contract/errors.ts';
import { shareMessages } from './share.ts';
import { studioMessages } from './studio.ts';

/** For any field. */
const OF_ISSUE: Record<FieldIssue, string> = {
  missing: 'Please fill this in.',
  wrong_type: 'This can’t be used as it is.',
  wrong_format: 'This can’t be used as it is.',
  wrong_characters: 'Some of these characters can’t be used here.',
  too_short: 'This is too short.',
  too_long: 'This is too long.',
  too_many: 'There are too many of these.',
  out_of_range: 'This is out of range.',
  unknown_choice: 'This choice is not there any more.',
  not_confirmed: 'Please confirm this.',
  reserved: 'This name is not free to take.',
  taken: 'This is taken already.',
  oneself: 'This is you.',
  too_simple: 'Please mix three of: small letters, capitals, digits, other characters.',
  too_common: 'This is one of the most used passwords. Please take another.',
  damaged: 'Parts of this are missing or unreadable.',
};

/** Where more can be said than the kind of issue does. */
const OF_FIELD: Readonly<Record<string, string>> = {
  'username too_short': 'At least 3 characters.',
  'username too_long': 'At most 15 characters.',
  'username wrong_characters': 'Only letters, digits and underscores.',
  'username taken': 'This name is already taken.',
  'bio too_long': 'At most 500 characters.',
  'title missing': shareMessages.share.titleRequired,
  'title too_short': shareMessages.share.titleTooShort,
  'title too_long': shareMessages.share.titleTooLong,
  'description too_long': studioMessages.studio.descriptionTooLong,
  'tags too_many': shareMessages.tags.tooMany,
  'transcript too_long': studioMessages.studio.transcriptTooLong,
  'consentAt not_confirmed': studioMessages.studio.consentRequired,
  'consentVersion unknown_choice': studioMessages.studio.consentAgain,
  'gender unknown_choice': shareMessages.share.performerRequired,
};

/** `label`: the name of the field, for a sentence that is not next to it. */
export function fieldText({ field, issue }: FieldProblem, label?: string): string {
  const own = OF_FIELD[`${field} ${issue}`];
  if (own !== undefined) return own;
  return label === undefined ? OF_ISSUE[issue] : `“${label}”: ${OF_ISSUE[issue]}`;
}
