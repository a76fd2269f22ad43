// The house in PostgreSQL: the schema by the server's own migrations, rows by COPY, indexes put back when the rows are there.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Pool } from 'pg';
import { postgresPrograms } from '../../tests/support/postgresCluster.mjs';
import { serverModule } from '../api/dataSet.mjs';

const KEPT = 'kept_for_filling';
const LINES_AT_ONCE = 1000;
/** Neither our triggers nor the checks of references: the rows come with what both would have done. */
const QUIETLY = '-c session_replication_role=replica -c synchronous_commit=off -c maintenance_work_mem=1GB';

/** A value as COPY reads it. */
const field = (value) =>
  value === null || value === undefined
    ? '\\N'
    : String(value).replace(
        /[\\\n\r\t]/g,
        (sign) => ({ '\n': '\\n', '\r': '\\r', '\t': '\\t' })[sign] ?? '\\\\',
      );

/** @param {string} url of an empty database, or of one that a stopped run has left */
export async function openPostgresStore(url) {
  const { openPostgres } = await serverModule('db/postgres/open.ts');
  await (await openPostgres({ url, connections: 2, writeTimeoutMs: 0 })).close();
  const { insideOf, vectorOf } = await serverModule('tracks/lexemes.ts');
  const pool = new Pool({ connectionString: url, max: 1, options: QUIETLY });

  async function insert(table, rows) {
    let psql = null;
    let columns = [];
    let said = '';
    let lines = [];
    const send = async () => {
      if (lines.length > 0 && !psql.stdin.write(`${lines.join('\n')}\n`)) await once(psql.stdin, 'drain');
      lines = [];
    };
    for (const row of rows) {
      if (psql === null) {
        columns = Object.keys(row);
        const names = columns.map((name) => `"${name}"`).join(', ');
        psql = spawn(
          join(postgresPrograms(), 'psql'),
          ['-X', '-v', 'ON_ERROR_STOP=1', url, '-c', `\\copy ${table}(${names}) from stdin`],
          { env: { ...process.env, PGOPTIONS: QUIETLY }, stdio: ['pipe', 'ignore', 'pipe'] },
        );
        psql.stderr.on('data', (chunk) => {
          said += chunk;
        });
      }
      lines.push(columns.map((name) => field(row[name])).join('\t'));
      if (lines.length >= LINES_AT_ONCE) await send();
    }
    if (psql === null) return;
    await send();
    psql.stdin.end();
    const [code] = await once(psql, 'exit');
    if (code !== 0) throw new Error(`COPY into ${table}: ${said}`);
  }

  return {
    name: 'PostgreSQL',
    async begin() {
      await pool.query(`create table ${KEPT} as select indexname as name, indexdef as sql from pg_indexes
        where schemaname = 'public' and not exists (
          select 1 from pg_constraint where conname = indexname)`);
      const { rows } = await pool.query(`select name from ${KEPT}`);
      for (const { name } of rows) await pool.query(`drop index "${name}"`);
    },
    insert,
    query: async (sql) => (await pool.query(sql)).rows,
    execute: async (sql) => void (await pool.query(sql)),
    async searchable(rows) {
      await insert(
        'search_rows',
        (function* () {
          for (const row of rows)
            yield { doc: row.doc, track_id: row.track_id, words: vectorOf(row), inside: insideOf(row) };
        })(),
      );
      // As `0037-postings` has them.
      await pool.query(`insert into search_words(word, is_short)
        select lexeme, max(('A' = any(weights))::int) from search_rows, unnest(words) group by lexeme order by lexeme`);
      await pool.query(`insert into search_postings(word, doc)
        select case when 'A' = any(weights) then number else -number end, doc
        from search_rows, unnest(words) join search_words on word = lexeme`);
    },
    async textsSearchable() {
      await pool.query(`insert into comment_docs(comment_id, inside)
        select id, comment_text(id) from comments order by created_at, id`);
      // As `0038-words-of-comments` has them.
      await pool.query(`create temporary table words_there as select doc, word collate "C" as word
        from comment_docs cross join lateral comment_words_in(inside) as word`);
      await pool.query('insert into comment_words(word) select distinct word from words_there order by word');
      await pool.query(`insert into comment_postings(word, doc)
        select number, doc from words_there join comment_words using (word) order by number, doc`);
      await pool.query('drop table words_there');
      // As `0039-numbers-in-orders` has them.
      await pool.query(`update comments set index_number = comment_docs.doc from comment_docs
        where comment_id = comments.id`);
      await pool.query(`update tracks set index_number = search_rows.doc from search_rows
        where track_id = tracks.id`);
      await pool.query(`insert into report_docs(report_id, created_at, inside, reporter_key)
        select reports.id, reports.created_at, report_text(reports.id), username_key
        from reports join accounts on accounts.id = reporter_id order by reports.created_at, reports.id`);
      await pool.query(`insert into account_docs(account_id, inside, address)
        select id, folded(username), folded(coalesce(email, '')) from accounts order by created_at, id`);
      // As `0041-people-found` has them.
      await pool.query(`update accounts set index_number = account_docs.doc from account_docs
        where account_id = accounts.id`);
    },
    async finish() {
      // Rows that got their number are there twice; in a house that grew, others have taken the place of the former ones.
      for (const table of ['tracks', 'comments', 'accounts']) await pool.query(`vacuum full ${table}`);
      const { rows } = await pool.query(`select name, sql from ${KEPT}`);
      for (const { name, sql } of rows) {
        await pool.query('begin');
        await pool.query(sql);
        await pool.query(`delete from ${KEPT} where name = $1`, [name]);
        await pool.query('commit');
      }
      await pool.query(`drop table ${KEPT}`);
      for (const [table, column] of [
        ['search_rows', 'doc'],
        ['events', 'id'],
      ])
        await pool.query(`select setval(pg_get_serial_sequence('${table}', '${column}'),
          coalesce((select max(${column}) from ${table}), 1))`);
      await pool.query('vacuum analyze');
    },
    close: () => pool.end(),
  };
}
