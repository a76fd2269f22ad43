// What the form still needs before it can be published, with the field concerned.
import { atom } from 'jotai/vanilla';
import { publishMessages } from '../../lib/messages/publish.ts';
import { publishAtom } from './atoms.ts';
import { shareFileAtom } from './file.ts';
import { formErrorsAtom, refusedFieldAtom } from './form.ts';
import { ELEMENT_OF } from './showField.ts';

export interface Missing {
  text: string;
  /** Name of the element to focus; null when there is none. */
  field: string | null;
}

const IN_ORDER = ['title', 'gender', 'consentAt', 'tags', 'description', 'transcript'] as const;

/** Null when nothing is missing, and while the form is being sent. */
export const missingAtom = atom((get): Missing | null => {
  const { phase } = get(publishAtom);
  if (phase === 'preparing' || phase === 'sending' || phase === 'published') return null;
  const file = get(shareFileAtom);
  if (file.phase === 'none') return { text: publishMessages.missing.file, field: null };
  if (file.phase === 'loading') return { text: publishMessages.missing.reading, field: null };
  if (file.phase === 'refused') return { text: publishMessages.missing.refused, field: null };
  const errors = get(formErrorsAtom);
  const refused = get(refusedFieldAtom);
  if (refused?.field === 'file') return { text: refused.text, field: ELEMENT_OF.file };
  for (const key of IN_ORDER) {
    const text = errors[key];
    if (text !== undefined) return { text, field: ELEMENT_OF[key] };
  }
  return null;
});
