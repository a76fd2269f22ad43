// Source and target of a move between databases.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { Kysely, SqliteDialect, sql } from 'kysely';
import { type Db, openDatabase } from './client.ts';
import { either } from './dialect.ts';
import { forKysely, openReadOnly } from './driver.ts';
import { holdDatabase } from './instanceLock.ts';
import type { Schema } from './schema.ts';

/** Search indexes, which each database rebuilds, and `jobs`, which belong to running processes. */
type Unmoved =
  | ('tracks_fts' | 'tracks_fts_inside' | 'search_rows' | 'jobs')
  | ('comment_docs' | 'comments_fts_inside' | 'account_docs' | 'accounts_fts_inside')
  | ('report_docs' | 'reports_fts_inside' | 'audit_fts_inside' | 'audit_docs');

export type MovedTable = Exclude<keyof Schema, Unmoved>;

/** Tables and their keys. Tables come after those they refer to. A missing table does not compile. */
const KEYS = {
  accounts: ['id'],
  old_usernames: ['username_key'],
  reserved_names: ['name_key'],
  sessions: ['token_hash'],
  ended_sessions: ['token_hash'],
  moves: ['account_id'],
  blocks: ['account_id', 'other_id'],
  consents: ['id'],
  uploads: ['id'],
  review_claims: ['upload_id'],
  review_escalations: ['upload_id'],
  review_hidden: ['upload_id', 'account_id'],
  uploader_trust: ['account_id'],
  transfers: ['id'],
  upload_events: ['id'],
  tracks: ['id'],
  track_tags: ['tag', 'track_id'],
  tag_uses: ['tag'],
  track_edits: ['id'],
  likes: ['id'],
  bookmarks: ['id'],
  comments: ['id'],
  comment_likes: ['id'],
  follows: ['id'],
  activities: ['id'],
  notifications: ['id'],
  evidence: ['id'],
  known_material: ['id'],
  reports: ['id'],
  listenings: ['track_id', 'token', 'window'],
  settings: ['key'],
  spent_tickets: ['nonce'],
  audit_log: ['position'],
  doomed_blobs: ['file'],
  ledger: ['position'],
  idempotency_keys: ['account_id', 'key_hash'],
  events: ['id'],
  tallies: ['subject', 'slot', 'shard'],
  totals: ['subject', 'shard'],
} satisfies Record<MovedTable, readonly string[]>;

export const MOVED_TABLES = Object.keys(KEYS) as MovedTable[];

/** Tables that never reuse a number, because readers remember their place by it. */
export const NUMBERED = { events: 'id', ledger: 'position' } as const;
export type NumberedTable = keyof typeof NUMBERED;
export const NUMBERED_TABLES = Object.keys(NUMBERED) as NumberedTable[];

type Row = Record<string, unknown>;

/** A database that no server and no other move uses until `close`. */
export interface MoveSource {
  name: string;
  /** Each transaction reads one snapshot. */
  db: Kysely<Schema>;
  close(): Promise<void>;
}

export interface MoveTarget extends MoveSource {
  /** Runs `work` with our triggers off: the rows already include their effects. */
  withoutTriggers<T>(tx: Db, work: () => Promise<T>): Promise<T>;
  /** Statements that build the search indexes of comments, reports, accounts and the audit log. */
  textIndexes: readonly string[];
  /** Sets the largest number that a table has used. */
  setNumber(tx: Db, table: NumberedTable, last: number): Promise<void>;
}

/** Column names, without generated ones. */
async function columnsOf(db: Db, table: MovedTable): Promise<string[]> {
  const query = either<{ name: string }>({
    sqlite: sql`select name from pragma_table_info(${table})`,
    postgres: sql`select column_name as name from information_schema.columns
      where table_schema = current_schema() and table_name = ${table} and is_generated = 'NEVER'`,
  });
  return (await query.execute(db)).rows.map(({ name }) => name).sort();
}

const list = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)));

/** One insert takes a page: SQLite allows 32,766 values in a statement, and the widest table has 35 columns. */
const PAGE_ROWS = 500;

/** All rows ordered by key, which both databases compare by bytes. */
export async function* pagesOf(db: Db, table: MovedTable): AsyncGenerator<Row[]> {
  const columns = await columnsOf(db, table);
  const key: readonly string[] = KEYS[table];
  let after = sql`true`;
  for (;;) {
    const page = await sql<Row>`select ${list(columns)} from ${sql.table(table)} where ${after}
      order by ${list(key)} limit ${PAGE_ROWS}`.execute(db);
    if (page.rows.length > 0) yield page.rows;
    const last = page.rows.at(-1);
    if (!last || page.rows.length < PAGE_ROWS) return;
    after = sql`(${list(key)}) > (${sql.join(key.map((column) => last[column]))})`;
  }
}

export async function insertPage(db: Db, table: MovedTable, rows: readonly Row[]): Promise<void> {
  const values = rows.map((row) => sql`(${sql.join(Object.values(row))})`);
  const columns = list(Object.keys(rows[0] ?? {}));
  await sql`insert into ${sql.table(table)}(${columns}) values ${sql.join(values)}`.execute(db);
}

export async function indexTexts(db: Db, { textIndexes }: MoveTarget): Promise<void> {
  for (const statement of textIndexes) await sql.raw(statement).execute(db);
}

const plain = (value: unknown): unknown =>
  value instanceof Uint8Array ? `bytes ${Buffer.from(value).toString('hex')}` : value;

export interface Digest {
  table: MovedTable;
  rows: number;
  /** Over all rows; the same on both databases. */
  sha256: string;
}

export async function digestOf(db: Db, table: MovedTable): Promise<Digest> {
  const hash = createHash('sha256').update(JSON.stringify(await columnsOf(db, table)));
  let count = 0;
  for await (const rows of pagesOf(db, table)) {
    count += rows.length;
    for (const row of rows) hash.update(JSON.stringify(Object.values(row).map(plain)));
  }
  return { table, rows: count, sha256: hash.digest('hex') };
}

/** The largest number that a table has used; 0 for none. */
export async function lastNumberOf(db: Db, table: NumberedTable): Promise<number> {
  const query = either<{ n: number | null }>({
    sqlite: sql`select seq as n from sqlite_sequence where name = ${table}`,
    postgres: sql`select pg_sequence_last_value(
      pg_get_serial_sequence(${table}, ${NUMBERED[table]})::regclass) as n`,
  });
  return (await query.execute(db)).rows[0]?.n ?? 0;
}

/** Throws a sentence when a table has rows. */
export async function refuseFilled(db: Db, name: string): Promise<void> {
  for (const table of MOVED_TABLES) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db);
    if (rows.length > 0) throw new Error(`${name} is not empty. Name an empty database.`);
  }
}

/** Locks the file as a server does, until `close` or the end of the process. */
async function lockFile(
  file: string,
  open: () => Promise<Pick<MoveSource, 'db' | 'close'>>,
): Promise<MoveSource> {
  const lock = await holdDatabase(file, `The database ${file}`);
  const { db, close } = await open();
  return { name: file, db, close: () => close().finally(() => lock.release()) };
}

/** Throws a sentence when the file does not exist or a server uses it. */
export async function openFileSource(file: string): Promise<MoveSource> {
  if (!existsSync(file)) throw new Error(`There is no database ${file}.`);
  return lockFile(file, async () => {
    const database = forKysely(await openReadOnly(file));
    const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database }) });
    return { db, close: () => db.destroy() };
  });
}

async function withoutTriggers<T>(tx: Db, work: () => Promise<T>): Promise<T> {
  const { rows } = await sql<{ name: string; sql: string }>`select name, sql from sqlite_master
    where type = 'trigger'`.execute(tx);
  for (const { name } of rows) await sql`drop trigger ${sql.id(name)}`.execute(tx);
  const result = await work();
  for (const trigger of rows) await sql.raw(trigger.sql).execute(tx);
  return result;
}

/** Throws a sentence when a server uses the file. Creates the file if it is missing. */
export async function openFileTarget(file: string): Promise<MoveTarget> {
  return {
    ...(await lockFile(file, () => openDatabase(file))),
    withoutTriggers,
    textIndexes: [
      'insert into comment_docs(comment_id) select id from comments order by created_at, id',
      `insert into comments_fts_inside(rowid, content, username, title)
          select doc, content, username, title from comment_texts order by doc`,
      'insert into account_docs(account_id) select id from accounts order by created_at, id',
      'insert into accounts_fts_inside(rowid, username, email) select doc, username, email from account_texts',
      `insert into report_docs(report_id, created_at)
          select id, created_at from reports order by created_at, id`,
      `insert into reports_fts_inside(rowid, words, reason, track_title, heard_title, reported)
          select * from report_texts`,
      `insert into audit_fts_inside(audit_fts_inside) values ('rebuild')`,
    ],
    setNumber: async (tx, table, last) => {
      await sql`delete from sqlite_sequence where name = ${table}`.execute(tx);
      await sql`insert into sqlite_sequence(name, seq) values (${table}, ${last})`.execute(tx);
    },
  };
}
