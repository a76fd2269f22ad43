// Which field of the form a refusal concerns, and the text shown beside it.
import type { FieldProblem } from '../../../api/contract/errors.ts';
import { fieldText } from '../../lib/messages/fields.ts';
import { studioMessages } from '../../lib/messages/studio.ts';
import { failureText } from '../../lib/messages.ts';
import type { PublishFailure } from './failure.ts';
import type { ShareForm } from './rules.ts';

/** A text field, or the recording itself. */
export type RefusableField = keyof ShareForm | 'file';

export interface RefusedField {
  field: RefusableField;
  /** Shown beside the field. */
  text: string;
}

const { studio } = studioMessages;

/** The server's name of a field → our name and its label. */
const FIELDS: Readonly<Record<string, readonly [keyof ShareForm, string]>> = {
  title: ['title', studio.titleLabel],
  description: ['description', studio.descriptionLabel],
  gender: ['gender', studio.whoLabel],
  tags: ['tags', studio.tagsLabel],
  consentAt: ['consentAt', studio.consent],
  consentVersion: ['consentAt', studio.consent],
  transcript: ['transcript', studio.transcriptLabel],
};

const fieldOf = (at: FieldProblem | undefined) => (at === undefined ? undefined : FIELDS[at.field]);

/** Null when no field of the form is concerned. */
export function refusedField(failure: PublishFailure): RefusedField | null {
  if (failure.kind !== 'call') return null;
  if (failure.code.startsWith('audio_')) return { field: 'file', text: failureText(failure.code) };
  const field = fieldOf(failure.at)?.[0];
  return field === undefined || failure.at === undefined ? null : { field, text: fieldText(failure.at) };
}

/** The field and the reason, for use outside the form. Null when no field of the form is concerned. */
export function refusedFieldText({ at }: { at?: FieldProblem }): string | null {
  const label = fieldOf(at)?.[1];
  return label === undefined || at === undefined ? null : fieldText(at, label);
}
