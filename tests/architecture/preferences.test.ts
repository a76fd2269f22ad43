// Every preference has an effect. (The compiler checks the switches for news.)
import { expect, it } from 'vitest';
import { DEFAULT_PREFERENCES } from '../../api/contract/preferences.ts';
import { read, sourcesUnder, within, withoutComments } from '../support/rules/sourceTree.ts';

/** Files that declare or set them. */
const SETTERS = ['api/contract', 'src/features/profile', 'src/lib/messages'];

it('offers only preferences that something uses', () => {
  const code = ['api', 'src']
    .flatMap(sourcesUnder)
    .filter((file) => !SETTERS.some((folder) => within(file, folder)))
    .map((file) => withoutComments(read(file)));
  const unread = Object.entries(DEFAULT_PREFERENCES)
    .filter(([section]) => section !== 'notifications')
    .flatMap(([section, values]) => Object.keys(values).map((key) => `${section}.${key}`))
    .filter((place) => !code.some((text) => new RegExp(`\\b${place.replace('.', '\\.')}\\b`).test(text)));
  expect(unread).toEqual([]);
});
