// Words somebody typed, as an FTS5 expression: every word must begin a word of the track.
import { SEARCH_PREFIX_MIN_LENGTH, SEARCH_WORDS_MAX } from '../contract/limits.ts';

/**
 * null when there is nothing to look for. FTS5's own operators are quoted away. A single letter is a word, not the
 * beginning of half of all words. Of many words the longest count: they find the least.
 */
export function matchExpression(query: string): string | null {
  const words = new Set(query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  if (words.size === 0) return null;
  return [...words]
    .sort((a, b) => b.length - a.length)
    .slice(0, SEARCH_WORDS_MAX)
    .map((word) => ([...word].length < SEARCH_PREFIX_MIN_LENGTH ? `"${word}"` : `"${word}"*`))
    .join(' ');
}
