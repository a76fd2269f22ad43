// The length of a comment, counted in characters as people see them.
import { COMMENT_MAX_LENGTH } from './limits.ts';

/** Longest comment in UTF-16 units: the longest standard emoji has 15. */
export const COMMENT_MAX_UNITS = COMMENT_MAX_LENGTH * 16;

const segmenter =
  typeof Intl.Segmenter === 'function' ? new Intl.Segmenter(undefined, { granularity: 'grapheme' }) : null;

/** Grapheme clusters: a family emoji counts as one. Code points in browsers without `Intl.Segmenter`. */
export function charactersOf(text: string): string[] {
  return segmenter ? Array.from(segmenter.segment(text), ({ segment }) => segment) : Array.from(text);
}

/** The quick check on UTF-16 units avoids the slow count: a text never has more characters than units. */
export const isTooLong = (text: string): boolean =>
  text.length > COMMENT_MAX_LENGTH &&
  (text.length > COMMENT_MAX_UNITS || charactersOf(text).length > COMMENT_MAX_LENGTH);
