// Search on SQLite: FTS5 returns the rows of a match in the order of their numbers, so the newest come without a sort.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/client.ts';
import { isLike } from '../db/collation.ts';
import { readNumbers } from '../db/lists.ts';
import { FEW, type Search, type Terms } from './port.ts';
import {
  endsOf,
  ftsPieces,
  ftsPrefixes,
  ftsShortTextPrefix,
  ftsTags,
  likePatterns,
  longWordsOf,
  phraseOf,
  shortWordsOf,
} from './words.ts';

/** A query of `rowid`. */
type Rows = RawBuilder<unknown>;

const inWords = (expression: string): Rows =>
  sql`select rowid from tracks_fts where tracks_fts match ${expression}`;

const inPieces = (words: readonly string[]): Rows =>
  sql`select rowid from tracks_fts_inside where tracks_fts_inside match ${ftsPieces(words)}`;

const prefix = ({ words, tags }: Terms): Rows => inWords(`${ftsPrefixes(words)} ${ftsTags(tags)}`);

/** Words too short for a trigram must start a word. Nothing when all are too short. */
function inside({ words }: Terms): Rows[] {
  const [long, short] = [longWordsOf(words), shortWordsOf(words)];
  if (long.length === 0) return [];
  return [
    short.length === 0
      ? inPieces(long)
      : sql`${inPieces(long)} and rowid in (${inWords(ftsPrefixes(short))})`,
  ];
}

/** The start of the word, or its end inside a word. */
function similar(word: string): Rows[] {
  const { head = word, tail = '' } = endsOf(word) ?? {};
  return [inWords(ftsShortTextPrefix(head)), ...longWordsOf([tail]).map((end) => inPieces([end]))];
}

const union = (parts: readonly Rows[]): Rows =>
  sql.join(
    parts.map((rows) => sql`select rowid from (${rows})`),
    sql` union `,
  );

/** Queries whose union are the matches; none: nothing matches. */
function partsOf(terms: Terms): Rows[] {
  switch (terms.reach) {
    case 'prefix':
      return [prefix(terms)];
    case 'inside':
      // Pages of these follow the last page of `prefix`, which are few then: their numbers are looked up in a list.
      return inside(terms).map((rows) => sql`${rows} and rowid not in (${prefix(terms)})`);
    case 'anywhere':
      return [prefix({ ...terms, tags: [] }), ...inside(terms)];
    case 'similar': {
      const [word = '', ...others] = terms.words;
      if (others.length === 0) return similar(word);
      return [
        sql.join(
          terms.words.map((each) => sql`select rowid from (${union(similar(each))})`),
          sql` intersect `,
        ),
      ];
    }
  }
}

/** Without a trigram, every text is read. */
const looksLike = (columns: readonly string[], text: string): RawBuilder<boolean> => {
  const tests = columns.flatMap((column) =>
    likePatterns(text).map((pattern) => isLike(sql.ref(column), pattern)),
  );
  return sql<boolean>`(${sql.join(tests, sql` or `)})`;
};

export const sqliteSearch: Search = {
  async newest(db: Db, terms: Terms, before: number | null, most: number) {
    const below = before === null ? sql`true` : sql`rowid < ${before}`;
    const parts = partsOf(terms).map(
      (rows) => sql`select rowid from (${rows}) where ${below} order by rowid desc limit ${most}`,
    );
    if (parts.length === 0) return [];
    const [only = sql``, ...others] = parts;
    const found = others.length === 0 ? only : sql`${union(parts)} order by rowid desc limit ${most}`;
    return readNumbers(db, sql`select rowid as doc from (${found})`);
  },

  async all(db, terms) {
    const parts = partsOf(terms);
    if (parts.length === 0) return [];
    const found = await readNumbers(db, sql`select rowid as doc from (${union(parts)}) limit ${FEW + 1}`);
    return found.length > FEW ? null : found;
  },

  matches(terms) {
    const isIn = (rows: Rows) =>
      sql`exists (select 1 from (${rows}) as found where found.rowid = (select doc from search_rows where track_id = tracks.id))`;
    return sql<boolean>`(${sql.join([...partsOf(terms).map(isIn), sql`false`], sql` or `)})`;
  },

  newestTexts(db, { fts, ftsColumns }, text, most, among) {
    const table = sql.table(fts);
    const isAmong = among === null ? sql`true` : sql`rowid in (${among})`;
    const isFound =
      longWordsOf([text]).length === 0
        ? looksLike(ftsColumns, text)
        : sql`${table} match ${`{${ftsColumns.join(' ')}} : ${phraseOf(text)}`}`;
    return readNumbers(
      db,
      sql`select rowid as doc from ${table} where ${isFound} and ${isAmong} order by rowid desc limit ${most}`,
    );
  },
};
