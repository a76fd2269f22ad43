// Whether two words differ by one typing error: a letter too many, missing, wrong, or two swapped.
import { endsOf } from './words.ts';

/** Accents do not count. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Fewest such errors between two words (Damerau-Levenshtein with adjacent swaps). */
export function errorsBetween(left: string, right: string): number {
  const [a, b] = [[...left], [...right]];
  let before: number[] = [];
  let above = b.map((_, column) => column).concat(b.length);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      let least = Math.min(
        (above[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        least = Math.min(least, (before[column - 2] ?? 0) + 1);
      }
      current.push(least);
    }
    [before, above] = [above, current];
  }
  return above[b.length] ?? 0;
}

/** A typed word without accents, and its ends: split once for all texts. */
interface Typed {
  word: string;
  ends: ReturnType<typeof endsOf>;
}

/** Whether the typed text is the beginning of `word` with at most one error; a short text must be exact. */
function isNear({ word: typed, ends }: Typed, word: string): boolean {
  if (word.startsWith(typed)) return true;
  if (!ends || !(word.startsWith(ends.head) || word.includes(ends.tail))) return false;
  const { length } = typed;
  return [length - 1, length, length + 1].some((end) => errorsBetween(typed, word.slice(0, end)) <= 1);
}

/** Whether every one of `typed` is near a word of a text. */
export function nearTexts(typed: readonly string[]): (text: string) => boolean {
  const all = typed.map(plain).map((word) => ({ word, ends: endsOf(word) }));
  return (text) => {
    const words = plain(text).match(/[\p{L}\p{N}]+/gu) ?? [];
    return all.every((each) => words.some((word) => isNear(each, word)));
  };
}
