// Marks a whole page of text as German.
import { german } from '../language.ts';

/** The same value; every text in it carries `lang="de"` wherever it is shown. */
export function allGerman<T>(value: T): T {
  if (typeof value === 'string') german(value);
  else if (typeof value === 'object' && value !== null) Object.values(value).forEach(allGerman);
  return value;
}
