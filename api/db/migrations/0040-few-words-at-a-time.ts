// The lists of words follow a row that is written by looking its words up. PostgreSQL expects thousands of words in any text and would
// read all words of the house for each comment: 40 ms of 200,000 words, where to look up a dozen costs one. A move writes 500 rows at
// once, whose words are looked up for less than that, too. PostgreSQL alone has these triggers.
import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../dialect.ts';

const FUNCTIONS = ['comment_docs', 'search_rows'].flatMap((table) =>
  ['posted', 'reposted', 'unposted'].map((what) => `${table}_${what}`),
);

export async function up(db: Kysely<unknown>): Promise<void> {
  if (!isPostgres(db)) return;
  for (const name of FUNCTIONS)
    for (const join of ['hashjoin', 'mergejoin'])
      await sql.raw(`alter function ${name}() set enable_${join} = off`).execute(db);
}
