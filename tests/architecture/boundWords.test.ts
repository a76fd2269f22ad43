// Words that partial indexes are made for stand in the SQL itself. SQLite compares a bound one with the index's condition, so it
// compiles such a statement again at every use, and PostgreSQL's prepared plan cannot use the index.
import { expect, test } from 'vitest';
import { read, sourcesUnder } from '../support/rules/sourceTree.ts';

/** Columns in the conditions of partial indexes that compare them with a word. */
const COLUMNS = ['status'];

const bound = new RegExp(`(?:^|[.'"])(?:${COLUMNS.join('|')})', '(?:=|in)', (?!sql\\.lit\\()`);

test('binds no parameter where a partial index needs a literal', () => {
  const questions = sourcesUnder('api').map(read);
  expect(questions.join('\n')).toContain(`status', '=', sql.lit('active')`);
  expect(questions.flatMap((text) => text.split('\n').filter((line) => bound.test(line)))).toEqual([]);
});
