// PostgreSQL expects a million words in any text, because it looks into the function that cuts one and adds its parts up: the triggers
// of a comment then read all words of the house, 40 ms of 200,000. A strict function is not looked into, and its own number of rows
// counts: a dozen words are looked up. The many rows of a move are joined as before. PostgreSQL alone has the function.
import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../dialect.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  if (isPostgres(db)) await sql`alter function comment_words_in(text) strict rows 16`.execute(db);
}
