// The way to a field of the form that has to be mended.
import type { RefusableField } from './refusedField.ts';

/** The name of the element that takes the focus. */
export const ELEMENT_OF: Readonly<Record<Exclude<RefusableField, 'allowComments'>, string>> = {
  file: 'file',
  title: 'title',
  gender: 'performer',
  consentAt: 'consent',
  tags: 'tag',
  description: 'description',
  transcript: 'transcript',
};

/** Unfolds a field, brings it into sight and gives it the focus; `name` is its element's. */
export function showField(name: string): void {
  const named = `form [name="${name}"]`;
  const field =
    document.querySelector<HTMLElement>(`${named}:checked`) ?? document.querySelector<HTMLElement>(named);
  const fold = field?.closest('details');
  if (fold) fold.open = true;
  field?.scrollIntoView({ block: 'center' });
  field?.focus({ preventScroll: true });
}
