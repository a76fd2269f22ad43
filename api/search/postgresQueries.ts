// Search on PostgreSQL. Its indexes of words and trigrams know no order, so a common text is found by reading the newest rows one
// by one, and a rare one by the index.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/client.ts';
import { fold } from '../db/folding.ts';
import { readNumbers } from '../db/lists.ts';
import { FEW, type Search, type Terms } from './port.ts';
import {
  endsOf,
  likePatterns,
  longWordsOf,
  shortWordsOf,
  tsPrefixes,
  tsShortTextPrefix,
  tsTags,
} from './words.ts';

type Condition = RawBuilder<boolean>;

const allOf = (conditions: readonly Condition[]): Condition => sql`(${sql.join(conditions, sql` and `)})`;
const anyOf = (conditions: readonly Condition[]): Condition => sql`(${sql.join(conditions, sql` or `)})`;

const hasWords = (expression: string): Condition => sql`words @@ ${expression}::tsquery`;

/** Title, tags and name, folded by `piecesTextOf`; a word has only letters and digits. */
const hasPiece = (word: string): Condition => sql`inside like ${`%${fold(word)}%`}`;

/** `column` holds text that the database folded. */
const holds = (column: string, text: string): Condition =>
  anyOf(likePatterns(text).map((pattern) => sql`${sql.ref(column)} like folded(${pattern}) escape '\\'`));

const prefix = ({ words, tags }: Terms): Condition => {
  const ofTags = tsTags(tags);
  return allOf([
    ...(words.length === 0 ? [] : [hasWords(tsPrefixes(words))]),
    ...(ofTags === null ? [] : [hasWords(ofTags)]),
    sql`true`,
  ]);
};

/** Words too short for a trigram must start a word. */
function inside({ words }: Terms): Condition {
  const [long, short] = [longWordsOf(words), shortWordsOf(words)];
  if (long.length === 0) return sql`false`;
  return allOf([...long.map(hasPiece), ...(short.length === 0 ? [] : [hasWords(tsPrefixes(short))])]);
}

/** The start of the word, or its end inside a word. */
function similar(word: string): Condition {
  const { head = word, tail = '' } = endsOf(word) ?? {};
  return anyOf([hasWords(tsShortTextPrefix(head)), ...longWordsOf([tail]).map(hasPiece)]);
}

/** On a row of `search_rows`. */
function conditionOf(terms: Terms): Condition {
  switch (terms.reach) {
    case 'prefix':
      return prefix(terms);
    case 'inside':
      return allOf([inside(terms), sql`not ${prefix(terms)}`]);
    case 'anywhere':
      return anyOf([prefix({ ...terms, tags: [] }), inside(terms)]);
    case 'similar':
      return allOf(terms.words.map(similar));
  }
}

interface Source {
  table: string;
  number: string;
  condition: Condition;
}

const RECORDINGS = { table: 'search_rows', number: 'doc' };

/**
 * The newest rows tell whether a text is common: then the rows before them are read as well, 1 to 2 µs each. The index finds other
 * texts, in at most about `FEW` of a million rows, 2 µs each.
 */
const SAMPLE = { rows: 2000, common: 20 };
const READ_MOST = 50_000;

/** The matching rows among those with numbers from `low` to below `high`, newest first. */
const readNewest = (db: Db, { table, number, condition }: Source, low: number, high: number, most: number) =>
  // `offset 0` keeps the condition outside, so that rows are read in order until `most` match.
  readNumbers(
    db,
    sql`select ${sql.ref(number)} as doc from (
      select * from ${sql.table(table)} where ${sql.ref(number)} >= ${low} and ${sql.ref(number)} < ${high}
        order by ${sql.ref(number)} desc offset 0) as newest
      where ${condition} limit ${most}`,
  );

/** The first number above all. */
async function endOf(db: Db, { table, number }: Pick<Source, 'table' | 'number'>): Promise<number> {
  const [last = 0] = await readNumbers(
    db,
    sql`select ${sql.ref(number)} as doc from ${sql.table(table)} order by ${sql.ref(number)} desc limit 1`,
  );
  return last + 1;
}

/** The newest matches by the index: all of them are read. `+ 0` keeps PostgreSQL from reading rows in order once more. */
const findNewest = (db: Db, { table, number, condition }: Source, below: number, most: number) =>
  readNumbers(
    db,
    sql`select ${sql.ref(number)} as doc from ${sql.table(table)}
      where ${sql.ref(number)} + 0 < ${below} and ${condition} order by ${sql.ref(number)} + 0 desc limit ${most}`,
  );

async function newestOf(db: Db, source: Source, before: number | null, most: number): Promise<number[]> {
  let border = before ?? (await endOf(db, source));
  const found: number[] = [];
  for (const rows of [SAMPLE.rows, READ_MOST]) {
    found.push(...(await readNewest(db, source, border - rows, border, most - found.length)));
    border -= rows;
    if (found.length === most || border <= 1) return found;
    if (found.length < SAMPLE.common) break;
  }
  return [...found, ...(await findNewest(db, source, border, most - found.length))];
}

export const postgresSearch: Search = {
  newest: (db, terms, before, most) =>
    newestOf(db, { ...RECORDINGS, condition: conditionOf(terms) }, before, most),

  async all(db, terms) {
    const source = { ...RECORDINGS, condition: conditionOf(terms) };
    const end = await endOf(db, source);
    const newest = await readNewest(db, source, end - SAMPLE.rows, end, SAMPLE.common);
    if (newest.length === SAMPLE.common) return null;
    const found = await findNewest(db, source, end, FEW + 1);
    return found.length > FEW ? null : found;
  },

  matches: (terms) =>
    sql<boolean>`(select ${conditionOf(terms)} from search_rows where search_rows.track_id = tracks.id)`,

  newestTexts(db, { table, number, columns }, text, most, among) {
    const isFound = anyOf(columns.map((column) => holds(column, text)));
    if (among === null) return newestOf(db, { table, number, condition: isFound }, null, most);
    const condition = allOf([isFound, sql`${sql.ref(number)} in (${among})`]);
    return findNewest(db, { table, number, condition }, Number.MAX_SAFE_INTEGER, most);
  },
};
