// Every row of the feature inventory has a test with its number in its name.

import { expect, it } from 'vitest';
import { rows as proven } from '../../bench/voice/proven.rows.mjs';
import { read, sourcesUnder } from '../support/rules/sourceTree.ts';

const ROWS = 60;

it('names a test for each row of the feature inventory', () => {
  const files = ['tests/src', 'tests/api', 'tests/e2e'].flatMap((folder) => sourcesUnder(folder));
  const titles = files
    .filter((file) => /\.(?:test|spec)\.tsx?$/.test(file))
    .flatMap((file) => read(file).match(/(['"`])[^'"`\n]*\brows? \d+[^'"`\n]*\1/g) ?? []);
  const named = new Set(
    titles.flatMap((title) =>
      [...title.matchAll(/\brows? ((?:\d+(?:, | and )?)+)/g)].flatMap(([, numbers = '']) =>
        (numbers.match(/\d+/g) ?? []).map(Number),
      ),
    ),
  );
  const rows = Array.from({ length: ROWS }, (_, index) => index + 1);
  expect(rows.filter((row) => !named.has(row))).toEqual([]);
});

it('finds every test that the voice bench names', () => {
  const named = proven().map(({ provenBy }) => provenBy);
  expect(named.length).toBeGreaterThan(0);
  const missing = named.filter(({ file, test: title }) => !read(file).includes(`'${title}'`));
  expect(missing).toEqual([]);
});
