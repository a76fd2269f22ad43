// The data set in PostgreSQL: the schema by the server's own migrations, rows by COPY, indexes created after the rows.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Pool } from 'pg';
import { postgresPrograms } from '../../tests/support/database/postgresCluster.mjs';
import { serverModule } from '../api/dataSet.mjs';

/** Table with the definitions of the indexes that are dropped while rows are inserted. */
const DROPPED = 'dropped_for_filling';
const LINES_AT_ONCE = 1000;
/** No triggers and no foreign-key checks: the rows already contain the results of both. */
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
  const { piecesTextOf, tsVectorOf } = await serverModule('search/words.ts');
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
      await pool.query(`create table ${DROPPED} as select indexname as name, indexdef as sql from pg_indexes
        where schemaname = 'public' and not exists (
          select 1 from pg_constraint where conname = indexname)`);
      const { rows } = await pool.query(`select name from ${DROPPED}`);
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
            yield { doc: row.doc, track_id: row.track_id, words: tsVectorOf(row), inside: piecesTextOf(row) };
        })(),
      );
    },
    async textsSearchable() {
      await pool.query(`insert into comment_docs(comment_id, inside)
        select id, comment_text(id) from comments order by created_at, id`);
      await pool.query(`insert into report_docs(report_id, created_at, inside)
        select id, created_at, report_text(id) from reports order by created_at, id`);
      await pool.query(`insert into account_docs(account_id, inside, address)
        select id, folded(username), folded(coalesce(email, '')) from accounts order by created_at, id`);
    },
    async finish() {
      const { rows } = await pool.query(`select name, sql from ${DROPPED}`);
      for (const { name, sql } of rows) {
        await pool.query('begin');
        await pool.query(sql);
        await pool.query(`delete from ${DROPPED} where name = $1`, [name]);
        await pool.query('commit');
      }
      await pool.query(`drop table ${DROPPED}`);
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
