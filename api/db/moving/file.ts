// The SQLite file that a move fills. It has a temporary name until it is complete.
import { existsSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { sql } from 'kysely';
import { type OpenDatabase, openDatabase } from '../client.ts';
import { removeDatabase } from '../copy.ts';
import { openReadOnly } from '../driver.ts';
import { syncPath } from '../durableFile.ts';
import { holdDatabase } from '../instanceLock.ts';
import { beginProgress, endProgress, hasMoveProgress } from './progress.ts';
import { MOVED_TABLES } from './tables.ts';
import type { MoveTarget } from './target.ts';

const KEPT_TRIGGERS = 'move_triggers';
/** Tables of the target that are not copied. */
const OF_SEARCH = [
  'account_docs',
  'comment_docs',
  'comments_fts_inside',
  'report_docs',
  'reports_fts_inside',
  'tracks_fts',
  'search_rows',
];

/** The pieces of their texts. */
const PIECES = ['audit_fts_inside', 'accounts_fts_inside', 'tracks_fts_inside'];

async function holdsRows(file: string): Promise<boolean> {
  if (!existsSync(file)) return false;
  const database = await openReadOnly(file);
  try {
    const known = new Set(
      (database.prepare('select name from sqlite_master').all() as { name: string }[]).map(
        ({ name }) => name,
      ),
    );
    return MOVED_TABLES.some(
      (table) => known.has(table) && database.prepare(`select 1 from ${table} limit 1`).get() !== undefined,
    );
  } finally {
    database.close();
  }
}

/** Keeps the dropped triggers as SQL statements, to make them again at the end. */
async function begin({ db }: OpenDatabase): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`create table ${sql.table(KEPT_TRIGGERS)} as
      select name, sql from sqlite_master where type = 'trigger'`.execute(tx);
    const { rows } = await sql<{ name: string }>`select name from ${sql.table(KEPT_TRIGGERS)}`.execute(tx);
    for (const { name } of rows) await sql`drop trigger ${sql.id(name)}`.execute(tx);
    await beginProgress(tx);
  });
}

/** Without progress notes in it, an earlier move was killed before its first row or after its last. */
async function openHalf(half: string): Promise<{ database: OpenDatabase; isBegun: boolean }> {
  const database = await openDatabase(half);
  if (await hasMoveProgress(database.db)) return { database, isBegun: true };
  await database.close();
  removeDatabase(half);
  const fresh = await openDatabase(half);
  await begin(fresh);
  return { database: fresh, isBegun: false };
}

export async function openFileTarget(file: string): Promise<MoveTarget> {
  const half = `${file}.moving`;
  const lock = await holdDatabase(file, `The database ${file}`);
  const open = async () => {
    if (await holdsRows(file)) throw new Error(`${file} is not empty. Move it away, or name another one.`);
    return openHalf(half);
  };
  const { database, isBegun } = await open().catch((error) => {
    lock.release();
    throw error;
  });
  const { db, raw } = database;
  let isOpen = true;
  const shut = async () => {
    if (isOpen) await database.close();
    isOpen = false;
  };
  return {
    name: file,
    db,
    isBegun,
    insert: async (_tx, table, columns, rows) => {
      const names = columns.map((column) => `"${column}"`).join(', ');
      const one = raw.prepare(`insert into ${table}(${names}) values (${columns.map(() => '?').join(', ')})`);
      // The transaction runs on this connection.
      for (const row of rows) one.run(...columns.map((column) => row[column]));
    },
    empty: () =>
      db.transaction().execute(async (tx) => {
        for (const table of PIECES)
          await sql`insert into ${sql.table(table)}(${sql.ref(table)}) values ('delete-all')`.execute(tx);
        for (const table of [...OF_SEARCH, ...[...MOVED_TABLES].reverse()])
          await sql`delete from ${sql.table(table)}`.execute(tx);
        await endProgress(tx);
        await beginProgress(tx);
      }),
    setNumber: async (table, last) => {
      await sql`delete from sqlite_sequence where name = ${table}`.execute(db);
      await sql`insert into sqlite_sequence(name, seq) values (${table}, ${last})`.execute(db);
    },
    indexTexts: async (tx) => {
      await sql`insert into comment_docs(comment_id) select id from comments order by created_at, id`.execute(
        tx,
      );
      await sql`insert into comments_fts_inside(rowid, content, username, title)
        select doc, content, username, title from comment_texts order by doc`.execute(tx);
      await sql`insert into account_docs(account_id) select id from accounts order by created_at, id`.execute(
        tx,
      );
      await sql`insert into accounts_fts_inside(rowid, username, email)
        select doc, username, email from account_texts`.execute(tx);
      await sql`insert into report_docs(report_id, created_at)
        select id, created_at from reports order by created_at, id`.execute(tx);
      await sql`insert into reports_fts_inside(rowid, words, reason, track_title, heard_title, reporter, reported)
        select * from report_texts`.execute(tx);
      await sql`insert into audit_fts_inside(audit_fts_inside) values ('rebuild')`.execute(tx);
    },
    finish: async () => {
      await db.transaction().execute(async (tx) => {
        const { rows } = await sql<{ sql: string }>`select sql from ${sql.table(KEPT_TRIGGERS)}`.execute(tx);
        for (const trigger of rows) await sql.raw(trigger.sql).execute(tx);
        await sql`drop table ${sql.table(KEPT_TRIGGERS)}`.execute(tx);
        await endProgress(tx);
      });
      await shut();
      syncPath(half);
      // A log left beside an older, empty file of this name would be read as part of the new one.
      removeDatabase(file);
      renameSync(half, file);
      syncPath(dirname(file));
    },
    close: async () => {
      await shut();
      lock.release();
    },
  };
}
