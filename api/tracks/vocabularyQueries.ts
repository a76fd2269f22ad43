// The words of titles, tags and names, each once: what is looked for inside of words is looked for in them first, and then
// recordings are found by whole words. A piece of three letters is in most of a million recordings, and in a few hundred words.
// PostgreSQL knows the rows of each word, too (`postgresWordQueries.ts`).
import { sql } from 'kysely';
import { SEARCH_PART_MIN_LENGTH } from '../contract/limits.ts';
import type { Db } from '../db/client.ts';
import { isPostgres } from '../db/dialect.ts';
import { fold } from '../db/folding.ts';
import { endsOf, longWordsOf, phraseOf } from './matching.ts';
import { type Wording, wordingOf } from './postgresWordQueries.ts';

/** Where words are looked for in turn; see `searchQueries.ts`. `anywhere`: at a beginning or inside. */
export type Reach = 'beginning' | 'inside' | 'similar' | 'anywhere';

/** Words somebody looks for. */
export interface Wanted {
  words: readonly string[];
  /** Tags that all must be there; found are also tracks that have the words of a tag otherwise. */
  tags: readonly string[];
  /** On SQLite: of pieces that stand in few words, these words. */
  holding: ReadonlyMap<string, readonly string[]>;
  /** On PostgreSQL; asked when it is first needed. */
  wording: (() => Promise<Wording>) | null;
}

/** Recordings with a piece of more words than this are found by the piece itself: they are many, and a page is soon full. */
const MOST = 100;

const PIECES: Record<Reach, (words: readonly string[]) => readonly string[]> = {
  beginning: () => [],
  inside: longWordsOf,
  anywhere: longWordsOf,
  similar: (words) => longWordsOf(words.map((word) => endsOf(word)?.tail ?? '')),
};

/** Null for too many. `inside`: not the words that begin with it. */
async function wordsHolding(db: Db, piece: string, inside: boolean): Promise<readonly string[] | null> {
  const folded = fold(piece);
  const all = inside ? sql`word not like ${`${folded}%`}` : sql`true`;
  const { rows } = await sql<{ word: string }>`select word from search_words_inside
    where search_words_inside match ${phraseOf(folded)} and ${all} limit ${MOST + 1}`.execute(db);
  return rows.length > MOST ? null : rows.map(({ word }) => word);
}

export async function wantedOf(
  db: Db,
  words: readonly string[],
  reach: Reach,
  tags: readonly string[] = [],
): Promise<Wanted> {
  const holding = new Map<string, readonly string[]>();
  if (isPostgres(db)) {
    let known: Promise<Wording> | undefined;
    const wording = () => {
      known ??= wordingOf(db, words, reach, tags);
      return known;
    };
    return { words, tags, holding, wording };
  }
  // Tracks with a word that begins so are on a list of their own, which is read beside this one.
  const isRest = reach === 'anywhere' && words.length === 1;
  for (const piece of PIECES[reach](words)) {
    // It is in the index of pieces as it stands: a single list.
    if ([...piece].length === SEARCH_PART_MIN_LENGTH) continue;
    const found = await wordsHolding(db, piece, isRest);
    if (found !== null) holding.set(piece, found);
  }
  return { words, tags, holding, wording: null };
}
