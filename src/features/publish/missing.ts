// What still keeps the form from being published, in words, with the field that is meant.
import { atom } from 'jotai/vanilla';
import { publishMessages } from '../../lib/messages/publish.ts';
import { publishAtom } from './atoms.ts';
import { shareFileAtom } from './file.ts';
import { formErrorsAtom } from './form.ts';

export interface Missing {
  text: string;
  /** Name of the field to go to; null where there is none. */
  field: string | null;
}

const FIELDS = [
  ['title', 'title'],
  ['gender', 'performer'],
  ['consentAt', 'consent'],
  ['tags', 'tag'],
  ['description', 'description'],
  ['transcript', 'transcript'],
] as const;

/** Null when nothing is missing, and while something is on its way. */
export const missingAtom = atom((get): Missing | null => {
  const { phase } = get(publishAtom);
  if (phase === 'preparing' || phase === 'sending' || phase === 'published') return null;
  const file = get(shareFileAtom);
  if (file.phase === 'none') return { text: publishMessages.missing.file, field: null };
  if (file.phase === 'loading') return { text: publishMessages.missing.reading, field: null };
  if (file.phase === 'refused') return { text: publishMessages.missing.refused, field: null };
  const errors = get(formErrorsAtom);
  for (const [key, field] of FIELDS) {
    const text = errors[key];
    if (text !== undefined) return { text, field };
  }
  return null;
});
