// The data set in a SQLite file: the schema by the server's own migrations, rows in one statement each, indexes and triggers
// put back when the rows are there.
import { join } from 'node:path';
import { serverModule } from '../api/dataSet.mjs';

const MEMORY_KIB = 4 * 1024 * 1024;
/** What an index of words gathers before it writes; a server's own is 1 MB. */
const GATHERED = 64 * 1024 * 1024;
/** Table with the definitions of the indexes and triggers that are dropped while rows are inserted. */
const DROPPED = 'dropped_for_filling';

/** @param {string} folder */
export async function openSqliteStore(folder) {
  const file = join(folder, 'aural.db');
  const { openDatabase } = await serverModule('db/client.ts');
  const { openRawDatabase } = await serverModule('db/driver.ts');
  await (await openDatabase(file)).close();
  const raw = await openRawDatabase(file);
  for (const pragma of ['synchronous = off', 'foreign_keys = off', `cache_size = -${MEMORY_KIB}`])
    raw.exec(`PRAGMA ${pragma}`);
  const inOne = async (work) => {
    raw.exec('begin');
    await work();
    raw.exec('commit');
  };
  return {
    name: 'SQLite',
    /** Indexes and triggers stand aside in a table. */
    begin: () =>
      inOne(() => {
        raw.exec(`create table ${DROPPED} as select type, name, sql from sqlite_master
          where type in ('index', 'trigger') and sql is not null`);
        for (const { type, name } of raw.prepare(`select type, name from ${DROPPED}`).all())
          raw.exec(`drop ${type} "${name}"`);
      }),
    async insert(table, rows) {
      let statement = null;
      let columns = [];
      await inOne(() => {
        for (const row of rows) {
          if (statement === null) {
            columns = Object.keys(row);
            statement = raw.prepare(`insert into ${table}(${columns.map((name) => `"${name}"`)})
              values (${columns.map(() => '?')})`);
          }
          statement.run(...columns.map((name) => row[name]));
        }
      });
    },
    query: async (sql) => raw.prepare(sql).all(),
    execute: async (sql) => raw.exec(sql),
    async searchable(rows) {
      const size = (table, bytes) =>
        raw.exec(`insert into ${table}(${table}, rank) values ('hashsize', ${bytes})`);
      const all = ['tracks_fts', 'tracks_fts_inside'];
      for (const table of all) size(table, GATHERED);
      await inOne(() => {
        const doc = raw.prepare('insert into search_rows(doc, track_id) values (?, ?)');
        const words = raw.prepare(`insert into tracks_fts(rowid, track_id, title, description, tags, username)
          values (?, ?, ?, ?, ?, ?)`);
        for (const row of rows) {
          doc.run(row.doc, row.track_id);
          words.run(row.doc, row.track_id, row.title, row.description, row.tags, row.username);
        }
      });
      await inOne(() =>
        raw.exec(`insert into tracks_fts_inside(rowid, title, tags, username)
          select rowid, title, tags, username from tracks_fts`),
      );
      for (const table of all) size(table, 1024 * 1024);
    },
    async textsSearchable() {
      await inOne(() => {
        raw.exec('insert into comment_docs(comment_id) select id from comments order by created_at, id');
        raw.exec(`insert into comments_fts_inside(rowid, content, username, title)
          select doc, content, username, title from comment_texts order by doc`);
        raw.exec('insert into account_docs(account_id) select id from accounts order by created_at, id');
        raw.exec(`insert into accounts_fts_inside(rowid, username, email)
          select doc, username, email from account_texts order by doc`);
        raw.exec(`insert into report_docs(report_id, created_at)
          select id, created_at from reports order by created_at, id`);
        raw.exec(`insert into reports_fts_inside(rowid, words, reason, track_title, heard_title, reported)
          select * from report_texts order by doc`);
      });
    },
    /** One index after the other, so that an interrupted run resumes. */
    async finish() {
      for (const { type, name, sql } of raw
        .prepare(`select * from ${DROPPED} order by type = 'trigger'`)
        .all()) {
        await inOne(() => {
          raw.exec(sql);
          raw.exec(`delete from ${DROPPED} where type = '${type}' and name = '${name}'`);
        });
      }
      raw.exec(`drop table ${DROPPED}`);
      raw.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    },
    async close() {
      raw.close();
    },
  };
}
