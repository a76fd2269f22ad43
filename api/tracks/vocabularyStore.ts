// Keeps the words of titles, tags and names (`vocabularyQueries.ts`): new ones come with their recording, and go with the last one.
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';
import { idList } from '../db/lists.ts';
import type { TracksFtsTable } from '../db/tables/tracks.ts';
import { lexemesOf } from './lexemes.ts';
import { anyOfWords } from './matching.ts';

/** Of a recording, or a name alone. */
type ShortTexts = Partial<Pick<TracksFtsTable, 'title' | 'tags' | 'username'>>;

const wordsOf = ({ title = '', tags = '', username = '' }: ShortTexts): string[] => [
  ...new Set([title, tags, username].flatMap(lexemesOf)),
];

export async function addWords(db: Db, texts: ShortTexts): Promise<void> {
  const { rows } = await sql<{ number: number; word: string }>`insert into search_words(word)
    select value from json_each(${JSON.stringify(wordsOf(texts))}) where true
    on conflict (word) do nothing returning number, word`.execute(db);
  for (const { number, word } of rows)
    await sql`insert into search_words_inside(rowid, word) values (${number}, ${word})`.execute(db);
}

/** Forgets which of the words no recording has any more: after the rows that had them are gone. */
export async function removeWords(db: Db, texts: ShortTexts): Promise<void> {
  const gone = [];
  for (const word of wordsOf(texts)) {
    const { rows } =
      await sql`select rowid from tracks_fts where tracks_fts match ${anyOfWords([word])} limit 1`.execute(
        db,
      );
    if (rows.length === 0) gone.push(word);
  }
  if (gone.length === 0) return;
  await sql`insert into search_words_inside(search_words_inside, rowid, word)
    select 'delete', number, word from search_words where word in ${idList(gone)}`.execute(db);
  await sql`delete from search_words where word in ${idList(gone)}`.execute(db);
}
