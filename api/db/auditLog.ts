// The append-only log of what moderators and admins did: a keyed hash chain, written in the transaction of the action.
// Changing or deleting a row breaks every later hash, and only the holder of the server's key can make a matching row. A keyed
// note of the last row reveals a missing end of the chain.
import { createHash, createHmac } from 'node:crypto';
import { existsSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Db } from './client.ts';
import { writeDurably } from './durableFile.ts';
import type { Schema } from './schema.ts';
import { readSetting, writeSetting } from './settings.ts';
import type { AuditLogTable } from './tables/operation.ts';

/** Hashing this many rows takes about 5 ms. */
const ROWS_AT_ONCE = 500;

export interface Noted {
  position: number;
  hash: string;
}

export interface AuditCheck {
  rows: number;
  brokenAt: number | null;
  newest: Noted | null;
  noted: 'there' | 'differs' | 'missing' | null;
}

const rowsAfter = (db: Db, position: number) =>
  db
    .selectFrom('audit_log')
    .selectAll()
    .where('position', '>', position)
    .orderBy('position')
    .limit(ROWS_AT_ONCE)
    .execute();

/** `noted`: a row that an operator noted elsewhere; it reveals a log that was cut and sealed again. */
export async function checkAudit(db: Db, key: Buffer, noted: Noted | null): Promise<AuditCheck> {
  // The note of the end is read first: rows added meanwhile come after it.
  const head = await readSetting(db, HEAD);
  const headPosition = head === null ? 0 : Number(head.split(' ')[0]);
  let previous = GENESIS;
  let newest: Noted | null = null;
  let rows = 0;
  let brokenAt: number | null = null;
  let notedState: AuditCheck['noted'] = noted === null ? null : 'missing';
  let position = 0;
  for (;;) {
    const piece = await rowsAfter(db, position);
    for (const row of piece) {
      rows += 1;
      if (brokenAt === null && (row.position !== rows || keyedHash(key, previous, row) !== row.hash))
        brokenAt = rows;
      if (brokenAt === null && row.position === headPosition && headOf(key, row.position, row.hash) !== head)
        brokenAt = rows;
      if (noted?.position === row.position) notedState = noted.hash === row.hash ? 'there' : 'differs';
      previous = row.hash;
      newest = { position: row.position, hash: row.hash };
    }
    const last = piece.at(-1);
    if (!last || piece.length < ROWS_AT_ONCE) break;
    position = last.position;
    await turn();
  }
  const endIsMissing = headPosition > (newest?.position ?? 0) || (head === null && rows > 0);
  return { rows, brokenAt: brokenAt ?? (endIsMissing ? rows + 1 : null), newest, noted: notedState };
}

export interface AuditEntry {
  actorId: string;
  action: string;
  targetType: string;
  targetId: string;
  /** A reason, ids, states; no secrets and no texts of the people concerned, because the log is never erased. */
  detail: Record<string, unknown>;
  /** The row before and after; only the hashes are stored. Null where there is no row. */
  before: unknown;
  after: unknown;
}

/** SHA-256 in hex: a later check can tell whether a row is the one that was decided about. */
const stateHash = (row: unknown): string | null =>
  row == null ? null : createHash('sha256').update(JSON.stringify(row)).digest('hex');

const GENESIS = '0'.repeat(64);
/** The setting that names the last row: its position, and a MAC over position and hash. */
const HEAD = 'audit_head';

type Chained = Omit<AuditLogTable, 'hash'>;

const fieldsOf = (previous: string, row: Chained): string =>
  JSON.stringify([
    previous,
    row.position,
    row.at,
    row.actor_id,
    row.action,
    row.target_type,
    row.target_id,
    row.detail_json,
  ]);

const mac = (key: Buffer, text: string): string => createHmac('sha256', key).update(text).digest('hex');
const keyedHash = (key: Buffer, previous: string, row: Chained): string => mac(key, fieldsOf(previous, row));
const headOf = (key: Buffer, position: number, hash: string): string =>
  `${position} ${mac(key, `head ${position} ${hash}`)}`;

const writeHead = (db: Db, value: string) => writeSetting(db, HEAD, value);

const lastRow = (db: Db) =>
  db
    .selectFrom('audit_log')
    .select(['position', 'hash'])
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Call inside the transaction of the action. */
export async function appendAudit(db: Db, entry: AuditEntry, now: number, key: Buffer): Promise<void> {
  const last = await lastRow(db);
  const row = {
    position: (last?.position ?? 0) + 1,
    at: now,
    actor_id: entry.actorId,
    action: entry.action,
    target_type: entry.targetType,
    target_id: entry.targetId,
    detail_json: JSON.stringify({
      ...entry.detail,
      beforeHash: stateHash(entry.before),
      afterHash: stateHash(entry.after),
    }),
  };
  const hash = keyedHash(key, last?.hash ?? GENESIS, row);
  await db
    .insertInto('audit_log')
    .values({ ...row, hash })
    .execute();
  await writeHead(db, headOf(key, row.position, hash));
}

const allRows = (db: Db) => db.selectFrom('audit_log').selectAll().orderBy('position').execute();

/** Index of the first row that does not follow from the previous one, or null. */
function firstMisfit(
  rows: readonly AuditLogTable[],
  start: { position: number; hash: string },
  hashOf: (previous: string, row: Chained) => string,
): number | null {
  let previous = start.hash;
  for (const [index, row] of rows.entries()) {
    if (row.position !== start.position + index + 1 || hashOf(previous, row) !== row.hash) return index;
    previous = row.hash;
  }
  return null;
}

const BEGINNING = { position: 0, hash: GENESIS };

/** Position of the first row that does not fit the chain or is missing, or null when it is whole. Reads all of it. */
export async function firstBrokenAudit(db: Db, key: Buffer): Promise<number | null> {
  const rows = await allRows(db);
  const misfit = firstMisfit(rows, BEGINNING, (previous, row) => keyedHash(key, previous, row));
  if (misfit !== null) return misfit + 1;
  const head = await readSetting(db, HEAD);
  const last = rows.at(-1);
  const expected = last ? headOf(key, last.position, last.hash) : null;
  return head === expected ? null : rows.length + 1;
}

/** Whether the log was written under this key: its end or its beginning fits. Null when it is empty or has no key yet. */
export async function auditIsUnder(db: Db, key: Buffer): Promise<boolean | null> {
  const head = await readSetting(db, HEAD);
  const last = await lastRow(db);
  if (head === null || !last) return null;
  if (head === headOf(key, last.position, last.hash)) return true;
  const first = await db.selectFrom('audit_log').selectAll().orderBy('position').limit(1).executeTakeFirst();
  return first !== undefined && keyedHash(key, GENESIS, first) === first.hash;
}

/**
 * Gives the rows of an earlier version, chained without a key, their keyed hashes. Rows behind a break of the old
 * chain keep theirs, so that the break stays visible. Does nothing to a chain that is keyed.
 */
export async function keyAuditLog(db: Kysely<Schema>, key: Buffer): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const rows = await allRows(tx);
    const [first] = rows;
    if (!first || keyedHash(key, GENESIS, first) === first.hash) return;
    const plain = (previous: string, row: Chained) =>
      createHash('sha256').update(fieldsOf(previous, row)).digest('hex');
    const whole = rows.slice(0, firstMisfit(rows, BEGINNING, plain) ?? rows.length);
    const { rows: triggers } = await sql<{ sql: string }>`
      select sql from sqlite_master where type = 'trigger' and name = 'audit_log_no_update'`.execute(tx);
    await sql`drop trigger if exists audit_log_no_update`.execute(tx);
    let previous = GENESIS;
    for (const row of whole) {
      previous = keyedHash(key, previous, row);
      await tx
        .updateTable('audit_log')
        .set({ hash: previous })
        .where('position', '=', row.position)
        .execute();
    }
    for (const trigger of triggers) await sql.raw(trigger.sql).execute(tx);
    const last = await lastRow(tx);
    if (last) await writeHead(tx, headOf(key, last.position, last.hash));
  });
}

/**
 * `keyAuditLog`, once in the life of an installation: `marker` is a file outside the database that says it was done.
 * Otherwise who can write the database could put an unkeyed chain there and have it keyed by the next start.
 */
export async function keyAuditLogOnce(db: Kysely<Schema>, key: Buffer, marker: string): Promise<void> {
  if (existsSync(marker)) return;
  await keyAuditLog(db, key);
  writeDurably(
    marker,
    'The audit log is keyed. Without this file the next start takes an unkeyed one for old.\n',
  );
}

/** Adds rows another copy of this log has beyond the end of ours, when they follow from it. Returns how many. */
export async function continueAudit(db: Db, rows: readonly AuditLogTable[], key: Buffer): Promise<number> {
  const last = (await lastRow(db)) ?? BEGINNING;
  const further = rows.filter((row) => row.position > last.position);
  const misfit = firstMisfit(further, last, (previous, row) => keyedHash(key, previous, row));
  const fitting = further.slice(0, misfit ?? further.length);
  for (const row of fitting) await db.insertInto('audit_log').values(row).execute();
  const end = fitting.at(-1);
  if (end) await writeHead(db, headOf(key, end.position, end.hash));
  return fitting.length;
}
