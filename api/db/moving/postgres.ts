// The PostgreSQL database that a move fills. Its progress notes stay until it is complete; the server refuses it while they do.
import { type Kysely, sql } from 'kysely';
import { bringUpToDate, refuseNewer } from '../migrate.ts';
import type { Schema } from '../schema.ts';
import { openMoveEnd } from './postgresEnd.ts';
import { beginProgress, endProgress, hasMoveProgress } from './progress.ts';
import { MOVED_TABLES, NUMBERED } from './tables.ts';
import type { MoveTarget } from './target.ts';

/** Tables of the target that are not copied. */
const OF_SEARCH = ['search_rows', 'comment_docs', 'account_docs', 'report_docs', 'audit_docs'];
const ALL = [...MOVED_TABLES, ...OF_SEARCH];

async function holdsRows(db: Kysely<Schema>): Promise<boolean> {
  for (const table of MOVED_TABLES) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db);
    if (rows.length > 0) return true;
  }
  return false;
}

/** Turns our own triggers off; foreign keys stay on. */
async function setTriggers(db: Kysely<Schema>, state: 'enable' | 'disable'): Promise<void> {
  for (const table of MOVED_TABLES)
    await sql`alter table ${sql.table(table)} ${sql.raw(state)} trigger user`.execute(db);
}

const asJson = (_name: string, value: unknown): unknown => {
  // JSON has turned a Buffer into an object.
  const bytes = value as { type?: unknown; data?: unknown } | null;
  if (bytes?.type === 'Buffer' && Array.isArray(bytes.data))
    return `\\x${Buffer.from(bytes.data as number[]).toString('hex')}`;
  return value;
};

/** Answers whether a move into it was begun before; else it is empty and up to date now, and its triggers are off. */
async function begin(db: Kysely<Schema>, name: string): Promise<boolean> {
  await refuseNewer(db, name);
  if (await hasMoveProgress(db)) return true;
  await bringUpToDate(db);
  if (await holdsRows(db)) throw new Error(`${name} is not empty. Name an empty database.`);
  await db.transaction().execute(async (tx) => {
    await setTriggers(tx, 'disable');
    await beginProgress(tx);
  });
  return false;
}

export async function openPostgresTarget(url: string, name: string): Promise<MoveTarget> {
  const { db, close } = await openMoveEnd(url, name);
  // A connection that is left open would keep the process alive after its last word.
  const isBegun = await begin(db, name).catch(async (error) => {
    await close();
    throw error;
  });
  return {
    name,
    db,
    isBegun,
    insert: async (tx, table, columns, rows) => {
      const names = sql.join(columns.map((column) => sql.ref(column)));
      const values = rows.map((row) =>
        Object.fromEntries(
          columns.map((column) => {
            const value = row[column];
            return [column, value instanceof Uint8Array ? Buffer.from(value) : value];
          }),
        ),
      );
      await sql`insert into ${sql.table(table)}(${names}) select ${names}
        from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(values, asJson)}::json)`.execute(
        tx,
      );
    },
    empty: () =>
      db.transaction().execute(async (tx) => {
        await sql`truncate ${sql.join(ALL.map((table) => sql.table(table)))}`.execute(tx);
        await endProgress(tx);
        await beginProgress(tx);
      }),
    setNumber: async (table, last) => {
      await sql`select setval(pg_get_serial_sequence(${table}, ${NUMBERED[table]}), ${Math.max(1, last)}::bigint, ${last > 0 ? sql`true` : sql`false`})`.execute(
        db,
      );
    },
    indexTexts: async (tx) => {
      await sql`insert into comment_docs(comment_id, inside)
        select id, comment_text(id) from comments order by created_at, id`.execute(tx);
      await sql`insert into report_docs(report_id, created_at, inside)
        select id, created_at, report_text(id) from reports order by created_at, id`.execute(tx);
      await sql`insert into audit_docs(position, inside) select position,
        folded(action || E'\\n' || target_type || E'\\n' || target_id || E'\\n' || detail_json) from audit_log`.execute(
        tx,
      );
      await sql`insert into account_docs(account_id, inside, address)
        select id, folded(username), folded(coalesce(email, '')) from accounts order by created_at, id`.execute(
        tx,
      );
    },
    finish: async () => {
      await db.transaction().execute(async (tx) => {
        await setTriggers(tx, 'enable');
        await endProgress(tx);
      });
      // The planner has no statistics of the new rows yet.
      await sql`analyze`.execute(db);
    },
    close,
  };
}
