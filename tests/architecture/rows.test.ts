// Every numbered feature has a test with its number in its name.

import { expect, it } from 'vitest';
import { rows as proven } from '../../bench/voice/proven.rows.mjs';
import { read, sourcesUnder } from '../support/rules/sourceTree.ts';

/** Numbers of the features, from the last section of `docs/features.md`. */
const FEATURES = [
  ...(read('docs/features.md').split('## Feature numbers')[1] ?? '').matchAll(/(?<=[\n ])(\d+) [a-z]/g),
].map(([, number]) => Number(number));

it('numbers the features from 1', () => {
  expect(FEATURES.length).toBeGreaterThan(50);
  expect(FEATURES).toEqual(FEATURES.map((_, index) => index + 1));
});

it('names a test for each feature', () => {
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
  expect(FEATURES.filter((feature) => !named.has(feature))).toEqual([]);
});

it('finds every test that the voice bench names', () => {
  const named = proven().map(({ provenBy }) => provenBy);
  expect(named.length).toBeGreaterThan(0);
  const missing = named.filter(({ file, test: title }) => !read(file).includes(`'${title}'`));
  expect(missing).toEqual([]);
});
