// How long a comment may be, for both sides. Pure.
import { COMMENT_MAX_LENGTH } from './limits.ts';

/** UTF-16 units of a whole comment: the longest single character of Unicode's own emoji has 15. */
export const COMMENT_MAX_UNITS = COMMENT_MAX_LENGTH * 16;

const segmenter =
  typeof Intl.Segmenter === 'function' ? new Intl.Segmenter(undefined, { granularity: 'grapheme' }) : null;

/** Characters as a person sees them: a family with four heads is one. Code points where the browser knows no better. */
export function charactersOf(text: string): string[] {
  return segmenter ? Array.from(segmenter.segment(text), ({ segment }) => segment) : Array.from(text);
}

/** A text never has fewer code units than characters: the slow count is made only where it can matter. */
export const isTooLong = (text: string): boolean =>
  text.length > COMMENT_MAX_LENGTH &&
  (text.length > COMMENT_MAX_UNITS || charactersOf(text).length > COMMENT_MAX_LENGTH);
