// Words that may stand only in the files that ARCHITECTURE.md §5 names.
import { expect, it } from 'vitest';
import { DOCUMENT } from '../support/rules/documentedRules.ts';
import { documentedTable, read, sourcesUnder, within, withoutComments } from '../support/rules/sourceTree.ts';

const rows = documentedTable(DOCUMENT, 'words').flatMap(([words = [], [room = ''] = [], homes = []]) =>
  words.map((word) => ({ word, room, homes })),
);

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
