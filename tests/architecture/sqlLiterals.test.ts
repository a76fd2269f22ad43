// SQL contains the literals that partial indexes need. SQLite would recompile a statement with a bound parameter at every
// use, and PostgreSQL's prepared plan could not use the index.
import { expect, test } from 'vitest';
import { read, sourcesUnder } from '../support/rules/sourceTree.ts';

/** Columns that partial indexes compare with a literal. */
const COLUMNS = ['status'];

const bound = new RegExp(`(?:^|[.'"])(?:${COLUMNS.join('|')})', '(?:=|in)', (?!sql\\.lit\\()`);

test('binds no parameter where a partial index needs a literal', () => {
  const questions = sourcesUnder('api').map(read);
  expect(questions.join('\n')).toContain(`status', '=', sql.lit('active')`);
  expect(questions.flatMap((text) => text.split('\n').filter((line) => bound.test(line)))).toEqual([]);
});
