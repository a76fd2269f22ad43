// How a database runs a query, in the same words for both: `TABLE by INDEX (COLUMNS)` for a lookup in an
// index, `TABLE along INDEX`, `TABLE whole`, `sort`.
import { CompiledQuery, type Kysely, sql } from 'kysely';
import { isPostgres } from '../../../api/db/dialect.ts';
import type { Schema } from '../../../api/db/schema.ts';

interface Compiled {
  sql: string;
  parameters: readonly unknown[];
}

/** Columns of `(rank,tag)>(?,?)` and of `(ROW(rank, tag) > ROW($1, $2))`: rank,tag. */
const columnsOf = (condition: string): string =>
  (/[(\s]*(?:ROW\()?([\w., "]+?)\)?\s*(?:[<>]=?|=|IS )/.exec(condition)?.[1] ?? '')
    .replace(/"|\w+\./g, '')
    .replaceAll(' ', '');

function stepOfSqlite(detail: string): string | null {
  if (/TEMP B-TREE/.test(detail)) return 'sort';
  const [, verb, table, index, condition = ''] =
    /^(SEARCH|SCAN) (\w+)(?: USING (?:COVERING )?(?:INDEX (\w+)|INTEGER PRIMARY KEY))?(?: \((.+)\))?/.exec(
      detail,
    ) ?? [];
  if (!table) return null;
  if (verb === 'SEARCH') return `${table} by ${index ?? 'key'} (${columnsOf(condition)})`;
  return index ? `${table} along ${index}` : `${table} whole`;
}

interface Node {
  'Node Type': string;
  Alias?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: Node[];
}

function stepsOfPostgres(node: Node): string[] {
  const type = node['Node Type'];
  const [table = '', index, condition] = [node.Alias, node['Index Name'], node['Index Cond']];
  const below = (node.Plans ?? []).flatMap(stepsOfPostgres);
  if (type === 'Seq Scan') return [`${table} whole`, ...below];
  // An incremental sort orders a page of rows with one value; SQLite knows which values are unique and needs none.
  if (type === 'Sort') return ['sort', ...below];
  if (/^Index( Only)? Scan$/.test(type))
    return [
      condition ? `${table} by ${index} (${columnsOf(condition)})` : `${table} along ${index}`,
      ...below,
    ];
  if (type === 'Bitmap Heap Scan') return below.map((step) => step.replace(/^\? /, `${table} `));
  if (type === 'Bitmap Index Scan') return [`? by ${index} (${columnsOf(condition ?? '')})`];
  return below;
}

/** Settings for plans of few rows with the costs per row of large tables. */
const DEAR = {
  ...{ enable_seqscan: 'off', enable_sort: 'off', enable_hashjoin: 'off', enable_mergejoin: 'off' },
  ...{ cpu_tuple_cost: '100', cpu_index_tuple_cost: '100' },
};

/**
 * Asks PostgreSQL what is possible, not what is cheapest with few rows: it scans whole tables and sorts only when there
 * is no other way.
 */
export async function stepsOf(db: Kysely<Schema>, { sql: text, parameters }: Compiled): Promise<string[]> {
  if (!isPostgres(db)) {
    const { rows } = await db.executeQuery<{ detail: string }>(
      CompiledQuery.raw(`explain query plan ${text}`, [...parameters]),
    );
    return rows.map(({ detail }) => stepOfSqlite(detail)).filter((step) => step !== null);
  }
  return db.connection().execute(async (one) => {
    for (const [name, value] of Object.entries(DEAR))
      await sql`set ${sql.ref(name)} = ${sql.lit(value)}`.execute(one);
    try {
      const { rows } = await one.executeQuery<{ 'QUERY PLAN': { Plan: Node }[] }>(
        CompiledQuery.raw(`explain (format json) ${text}`, [...parameters]),
      );
      return rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => stepsOfPostgres(Plan)));
    } finally {
      for (const name of Object.keys(DEAR)) await sql`reset ${sql.ref(name)}`.execute(one);
    }
  });
}
