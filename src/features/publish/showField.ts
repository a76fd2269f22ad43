// Goes to a field of the form that needs a change.
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
