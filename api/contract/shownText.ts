// Rules that stop user text from covering or reordering other text on screen. Server and browser share them.
import type { FieldIssue } from './errors.ts';
import { TITLE_MAX_LENGTH, TITLE_MIN_LENGTH } from './limits.ts';

/** Most combining marks per letter. Vietnamese needs two, Hebrew three, stacked Tibetan six; more cover other lines. */
const MARKS_MAX = 6;

/** Embeddings, overrides and isolates (UAX #9): they reorder adjacent text. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;
const SURPLUS_MARKS = new RegExp(`([\\p{Mn}\\p{Me}]{${MARKS_MAX}})[\\p{Mn}\\p{Me}]+`, 'gu');

/** Removes characters that reorder adjacent text, and marks beyond `MARKS_MAX` on a letter. */
export const tidyText = (text: string): string => text.replace(TURNS, '').replace(SURPLUS_MARKS, '$1');

// Invisible characters: they do not count towards the length of a title.
const UNDRAWN = '\\p{Cc}\\p{Cf}\\p{Cs}\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u2800\\u3164\\uffa0\\u{1d159}';
const UNSEEN = new RegExp(`[\\s\\p{Z}\\p{M}${UNDRAWN}]`, 'gu');
const WITHOUT_INK = new RegExp(`[${UNDRAWN}]`, 'gu');

/** Whether nothing is visible: only spaces, marks without a letter, invisible characters. */
export const isBlank = (text: string): boolean => text.replace(UNSEEN, '') === '';

/** The problem of a title, or null. Surrounding spaces and invisible characters do not count. */
export function titleIssue(title: string): FieldIssue | null {
  if (isBlank(title)) return 'missing';
  if (title.replace(WITHOUT_INK, '').trim().length < TITLE_MIN_LENGTH) return 'too_short';
  return title.trim().length > TITLE_MAX_LENGTH ? 'too_long' : null;
}
