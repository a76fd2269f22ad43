// Words that may stand only in the files that `rules.ts` names.
import { expect, it } from 'vitest';
import { read, sourcesUnder, within, withoutComments } from '../support/rules/sourceTree.ts';
import { words } from './rules.ts';

const rows = words.flatMap((row) => row.words.map((word) => ({ ...row, word })));

it.each(rows)('$word in $room stands only in $homes', ({ word, room, homes }) => {
  const wrong = sourcesUnder(room).filter(
    (file) => !homes.some((home) => within(file, home)) && mentions(withoutComments(read(file)), word),
  );
  expect(wrong).toEqual([]);
});

/** `fetch(` is a call of that name, not the end of `prefetch(`. */
function mentions(text: string, word: string): boolean {
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\w$])${escaped}`).test(text);
}
