// The server keeps the retention periods that it promises: deleting code reads each of them, not only the page that shows it.
import { expect, it } from 'vitest';
import { RETENTION } from '../../api/contract/retention.ts';
import { read, sourcesUnder, within, withoutComments } from '../support/rules/sourceTree.ts';

/** Files that declare or show the periods. */
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
