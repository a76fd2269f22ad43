// Reads what it can from a database that may be damaged, incomplete or of a newer version, row by row and without changing it.
import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import type { Db } from './client.ts';
import { openReadOnly, type RawDatabase } from './driver.ts';
import { jsonObject } from './json.ts';
import type { LedgerEntry } from './ledger.ts';
import { INSTALLATION } from './settings.ts';
import type { AuditLogTable } from './tables/operation.ts';

export type SalvagedRow = Record<string, unknown>;

export interface Salvage {
  /** Every entry that could be read. */
  ledger: LedgerEntry[];
  /** Rows of the audit log before the first unreadable one. */
  audit: AuditLogTable[];
  /** All rows; null when some could not be read. */
  accounts: SalvagedRow[] | null;
  sessions: SalvagedRow[] | null;
  spentTickets: SalvagedRow[] | null;
  /** Every case of sealed evidence that could be read. */
  evidence: SalvagedRow[];
  /** False when more cases may have been there. */
  hasAllEvidence: boolean;
  /** Id of the installation; null when it cannot be read or has none. */
  installation: string | null;
}

interface Reading {
  rows: SalvagedRow[];
  isWhole: boolean;
}

function readRows(database: RawDatabase, select: string): Reading {
  const rows: SalvagedRow[] = [];
  try {
    for (const row of database.prepare(select).iterate()) rows.push({ ...(row as SalvagedRow) });
    return { rows, isWhole: true };
  } catch {
    return { rows, isWhole: false };
  }
}

/** Reads from both ends, in case something in the middle is unreadable. */
function readFromBothEnds(database: RawDatabase, select: string, order: string): SalvagedRow[] {
  const forward = readRows(database, `${select} order by ${order}`);
  if (forward.isWhole) return forward.rows;
  return [...forward.rows, ...readRows(database, `${select} order by ${order} desc`).rows.reverse()];
}

function entryOf({ kind, id, detail_json: detail, created_at: at }: SalvagedRow): LedgerEntry | null {
  if (typeof kind !== 'string' || typeof id !== 'string' || typeof at !== 'number') return null;
  return { kind, id, at, detail: jsonObject(String(detail ?? '{}')) };
}

const readLedger = (database: RawDatabase): LedgerEntry[] =>
  readFromBothEnds(database, 'select * from ledger', 'position')
    .map(entryOf)
    .filter((entry) => entry !== null);

const isAuditRow = (row: SalvagedRow): boolean =>
  typeof row.position === 'number' && typeof row.at === 'number' && typeof row.hash === 'string';

function readTable(database: RawDatabase, table: 'accounts' | 'sessions' | 'spent_tickets') {
  const { rows, isWhole } = readRows(database, `select * from ${table}`);
  return isWhole ? rows : null;
}

/** All there is: of a version without evidence, none. */
function readEvidence(database: RawDatabase): Pick<Salvage, 'evidence' | 'hasAllEvidence'> {
  const select = 'select * from evidence';
  const { rows, isWhole } = readRows(database, select);
  if (isWhole) return { evidence: rows, hasAllEvidence: true };
  const tables = readRows(database, "select name from sqlite_master where name = 'evidence'");
  const hasNone = tables.isWhole && tables.rows.length === 0;
  return { evidence: readFromBothEnds(database, select, 'rowid'), hasAllEvidence: hasNone };
}

function readInstallation(database: RawDatabase): string | null {
  const select = `select value from settings where key = '${INSTALLATION}'`;
  const [row] = readRows(database, select).rows;
  return typeof row?.value === 'string' ? row.value : null;
}

const NOTHING: Salvage = {
  ledger: [],
  audit: [],
  accounts: null,
  sessions: null,
  spentTickets: null,
  evidence: [],
  hasAllEvidence: false,
  installation: null,
};

/** Never throws because of the file's content. A missing file yields nothing. */
export async function salvage(file: string): Promise<Salvage> {
  if (!existsSync(file)) return NOTHING;
  let database: RawDatabase;
  try {
    database = await openReadOnly(file);
  } catch {
    return NOTHING;
  }
  try {
    const audit = readRows(database, 'select * from audit_log order by position').rows;
    return {
      ledger: readLedger(database),
      audit: audit.filter(isAuditRow) as unknown as AuditLogTable[],
      accounts: readTable(database, 'accounts'),
      sessions: readTable(database, 'sessions'),
      spentTickets: readTable(database, 'spent_tickets'),
      ...readEvidence(database),
      installation: readInstallation(database),
    };
  } finally {
    database.close();
  }
}

/** Drops columns of salvaged rows that the table does not have. */
export async function fittingRows(
  db: Db,
  table: string,
  rows: readonly SalvagedRow[],
): Promise<SalvagedRow[]> {
  const { rows: columns } = await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(
    db,
  );
  const known = new Set(columns.map(({ name }) => name));
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => known.has(column))));
}
