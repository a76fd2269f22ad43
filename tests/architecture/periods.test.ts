// A period that is promised is kept: the server reads each of them where it deletes, not only where it tells them.
import { expect, it } from 'vitest';
import { RETENTION } from '../../api/contract/retention.ts';
import { read, sourcesUnder, within, withoutComments } from '../support/rules/sourceTree.ts';

/** What declares the periods and what tells them. */
const TELLERS = ['api/contract', 'api/configuration'];

it('promises only periods that the server uses', () => {
  const code = sourcesUnder('api')
    .filter((file) => !TELLERS.some((folder) => within(file, folder)))
    .map((file) => withoutComments(read(file)));
  const unread = Object.keys(RETENTION).filter(
    (period) => !code.some((text) => new RegExp(`\\bRETENTION\\.${period}\\b`).test(text)),
  );
  expect(unread).toEqual([]);
});
