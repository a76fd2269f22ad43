// What the form still needs before it can be published, and moving the focus to that field.

import { useAtomValue } from 'jotai';
import { atom } from 'jotai/vanilla';
import { useEffect } from 'react';
import { publishMessages } from '../../lib/messages/publish.ts';
import { publishAtom } from './atoms.ts';
import { shareFileAtom } from './file.ts';
import { formErrorsAtom, refusedFieldAtom } from './form.ts';
import type { RefusableField } from './sentences.ts';

interface Missing {
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

/** The name of the element that takes the focus. */
const ELEMENT_OF: Readonly<Record<Exclude<RefusableField, 'allowComments'>, string>> = {
  file: 'file',
  title: 'title',
  gender: 'performer',
  consentAt: 'consent',
  tags: 'tag',
  description: 'description',
  transcript: 'transcript',
};

/** Unfolds a field, scrolls to it and focuses it; `name` is the name of its element. */
export function showField(name: string): void {
  const named = `form [name="${name}"]`;
  const field =
    document.querySelector<HTMLElement>(`${named}:checked`) ?? document.querySelector<HTMLElement>(named);
  const fold = field?.closest('details');
  if (fold) fold.open = true;
  field?.scrollIntoView({ block: 'center' });
  field?.focus({ preventScroll: true });
}

export function useRefusedField(): void {
  const field = useAtomValue(refusedFieldAtom)?.field ?? null;
  useEffect(() => {
    if (field !== null && field !== 'allowComments') showField(ELEMENT_OF[field]);
  }, [field]);
}
