// Rules for user text, so that it cannot cover or reorder other text on a screen. Server and browser share them.
import type { FieldIssue } from './errors.ts';
import { TITLE_MAX_LENGTH, TITLE_MIN_LENGTH } from './limits.ts';

/** Combining marks on one letter. Vietnamese needs two, Hebrew three, stacked Tibetan six; more cover the lines above. */
const MARKS_MAX = 6;

/** Embeddings, overrides and isolates (UAX #9): they turn the order of what stands next to the text. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;
const SURPLUS_MARKS = new RegExp(`([\\p{Mn}\\p{Me}]{${MARKS_MAX}})[\\p{Mn}\\p{Me}]+`, 'gu');

/** Without signs that turn the text beside it, and with at most `MARKS_MAX` marks on a letter. */
export const tidyText = (text: string): string => text.replace(TURNS, '').replace(SURPLUS_MARKS, '$1');

// Signs that take no part in the length of a title: they draw nothing.
const UNDRAWN = '\\p{Cc}\\p{Cf}\\p{Cs}\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u2800\\u3164\\uffa0\\u{1d159}';
const UNSEEN = new RegExp(`[\\s\\p{Z}\\p{M}${UNDRAWN}]`, 'gu');
const WITHOUT_INK = new RegExp(`[${UNDRAWN}]`, 'gu');

/** Nothing that can be seen: spaces, marks without a letter, signs that draw nothing. */
export const isBlank = (text: string): boolean => text.replace(UNSEEN, '') === '';

/** What is wrong with a title, or null; the blanks around it and what draws nothing do not count. */
export function titleIssue(title: string): FieldIssue | null {
  if (isBlank(title)) return 'missing';
  if (title.replace(WITHOUT_INK, '').trim().length < TITLE_MIN_LENGTH) return 'too_short';
  return title.trim().length > TITLE_MAX_LENGTH ? 'too_long' : null;
}
