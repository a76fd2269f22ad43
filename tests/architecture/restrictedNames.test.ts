// Names that only the files listed in `rules.ts` may contain.
import { expect, it } from 'vitest';
import { read, sourcesUnder, within, withoutComments } from '../support/rules/sourceTree.ts';
import { restrictedNames } from './rules.ts';

const rows = restrictedNames.flatMap(({ names, ...row }) => names.map((name) => ({ ...row, name })));

it.each(rows)('only $files of $folder contain $name', ({ name, folder, files }) => {
  const wrong = sourcesUnder(folder).filter(
    (file) => !files.some((allowed) => within(file, allowed)) && mentions(withoutComments(read(file)), name),
  );
  expect(wrong).toEqual([]);
});

/** `fetch(` does not match `prefetch(`. */
function mentions(text: string, name: string): boolean {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\w$])${escaped}`).test(text);
}
