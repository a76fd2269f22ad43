// Erasures and decisions, which the restore of an older backup must not undo. Each entry is written in the transaction of its
// action; `ledgerMirror.ts` keeps a second copy outside the database.
import type { Db } from './client.ts';
import { jsonObject } from './json.ts';

const ERASED_KINDS = ['account', 'track', 'comment', 'upload', 'edit', 'report', 'evidence'] as const;
/** Kinds of erased content. Their ids must not come back. */
export type ErasedKind = (typeof ERASED_KINDS)[number];
export const isErasure = (kind: string): boolean => ERASED_KINDS.some((erased) => erased === kind);
/** Decisions about uploads, edits, reports, accounts and the instance (`autoApproveSet`). */
export type DecisionKind =
  | 'uploadApproved'
  | 'uploadRejected'
  | 'uploadEscalated'
  | 'editApproved'
  | 'editRejected'
  | 'reportReviewed'
  | 'reportClosed'
  | 'appealAnswered'
  | 'trackTakenDown'
  | 'trackRestored'
  | 'materialKnown'
  | 'materialReleased'
  | 'roleGiven'
  | 'nameReserved'
  | 'trustSet'
  | 'trustForfeited'
  | 'erasurePlanned'
  | 'consentWithdrawn'
  | 'personHidden'
  | 'autoApproveSet';

export interface LedgerEntry {
  /** `ErasedKind`, `DecisionKind` or `returned` (erased content may exist again). Newer versions have more. */
  kind: string;
  id: string;
  /** Data to repeat the action: ids, states, the moderator's reason. No texts of the people concerned. */
  detail: Record<string, unknown>;
  /** Milliseconds since 1970. */
  at: number;
}

/** Equal for copies of the same entry. */
export const ledgerKey = ({ kind, id, at }: LedgerEntry): string => `${kind} ${id} ${at}`;

let written = 0;
/** Number of writes of this process, so that the mirror can skip its work when nothing was written. */
export const ledgerWrites = (): number => written;

/** Rows in one statement; SQLite takes 32,766 parameters. */
const ROWS_AT_ONCE = 500;

async function append(db: Db, entries: readonly LedgerEntry[]): Promise<void> {
  if (entries.length === 0) return;
  written++;
  for (let from = 0; from < entries.length; from += ROWS_AT_ONCE) {
    const rows = entries.slice(from, from + ROWS_AT_ONCE).map(({ kind, id, detail, at }) => ({
      kind,
      id,
      detail_json: JSON.stringify(detail),
      created_at: at,
    }));
    await db.insertInto('ledger').values(rows).execute();
  }
}

/** Call inside the transaction that erases. */
export const noteErased = (db: Db, kind: ErasedKind, ids: readonly string[], at: number): Promise<void> =>
  append(
    db,
    ids.map((id) => ({ kind, id, detail: {}, at })),
  );

/** Call inside the transaction that decides. */
export const noteDecision = (
  db: Db,
  kind: DecisionKind,
  id: string,
  detail: Record<string, unknown>,
  at: number,
): Promise<void> => append(db, [{ kind, id, detail, at }]);

/** This erased content may exist again. */
export const noteReturned = (db: Db, ids: readonly string[], at: number): Promise<void> =>
  append(
    db,
    ids.map((id) => ({ kind: 'returned', id, detail: {}, at })),
  );

/** Adds entries of other copies that this database lacks. */
export async function completeLedger(db: Db, entries: readonly LedgerEntry[]): Promise<void> {
  const known = new Set((await ledgerAfter(db, 0)).map(ledgerKey));
  const missing = entries.filter((entry) => !known.has(ledgerKey(entry)));
  if (missing.length > 0) await append(db, missing);
}

export interface PositionedEntry extends LedgerEntry {
  position: number;
}

/** In order of position. */
export async function ledgerAfter(db: Db, position: number): Promise<PositionedEntry[]> {
  const rows = await db
    .selectFrom('ledger')
    .selectAll()
    .where('position', '>', position)
    .orderBy('position')
    .execute();
  return rows.map((row) => ({
    position: row.position,
    kind: row.kind,
    id: row.id,
    detail: jsonObject(row.detail_json),
    at: row.created_at,
  }));
}

/** Those of `ids` that were erased and not returned since. */
export async function erasedAmong(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('ledger')
    .select(['id', 'kind'])
    .where('id', 'in', ids)
    .where('kind', 'in', [...ERASED_KINDS, 'returned'])
    .orderBy('created_at')
    .orderBy('position')
    .execute();
  const latest = new Map(rows.map(({ id, kind }) => [id, kind]));
  return [...latest].filter(([, kind]) => kind !== 'returned').map(([id]) => id);
}
