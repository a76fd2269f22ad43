// Every word of titles, tags and names stands once in a table of its own, under three-letter pieces: what is looked for inside of
// words is looked for in some hundred thousand words, not in a million recordings (`tracks/vocabularyQueries.ts`). SQLite alone has it.
// Rankings filtered by who is heard are read from their indexes without the rows.
import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../dialect.ts';

const words = [
  `create table search_words (number integer primary key, word text not null unique) strict`,
  `create virtual table search_words_inside using fts5(
    word, content = 'search_words', content_rowid = 'number', columnsize = 0,
    tokenize = 'trigram remove_diacritics 1'
  )`,
  `insert into search_words_inside(search_words_inside, rank) values ('secure-delete', 1)`,
  `create virtual table temp.words_there using fts5vocab('main', 'tracks_fts', 'col')`,
  `insert into search_words(word)
    select distinct term from temp.words_there where col in ('title', 'tags', 'username')`,
  `drop table temp.words_there`,
  `insert into search_words_inside(rowid, word) select number, word from search_words`,
];

/** The same on both. */
const indexes = [
  `drop index tracks_liked`,
  `drop index tracks_commented`,
  `create index tracks_liked on tracks(likes desc, plays desc, id desc, gender) where status = 'active'`,
  `create index tracks_commented on tracks(comments_count desc, duration desc, id desc, gender)
    where status = 'active'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...(isPostgres(db) ? [] : words), ...indexes])
    await sql.raw(statement).execute(db);
}
