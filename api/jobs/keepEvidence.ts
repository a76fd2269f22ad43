// Keeps sealed evidence through a restore: the replaced database knows every case, the backup only older ones. The audio is in
// the store. Call inside a transaction, after the ledger was replayed: repeated decisions seal again, with less.
import type { Db } from '../db/client.ts';
import type { LedgerEntry } from '../db/ledger.ts';
import { fittingRows, type Salvage, type SalvagedRow } from '../db/salvage.ts';
import type { EvidenceRow } from '../evidence/queries.ts';
import { repeatCase } from '../evidence/store.ts';

const TEXTS = ['id', 'subject', 'subject_id', 'cause', 'snapshot_json'];
const TIMES = ['held_at', 'last_event_at'];

/** A damaged file may yield anything. */
const isCase = (row: SalvagedRow): boolean =>
  TEXTS.every((column) => typeof row[column] === 'string') &&
  TIMES.every((column) => typeof row[column] === 'number');

export async function keepEvidence(
  db: Db,
  { evidence }: Pick<Salvage, 'evidence'>,
  ledger: readonly LedgerEntry[],
): Promise<void> {
  const ended = new Set(ledger.filter(({ kind }) => kind === 'evidence').map(({ id }) => id));
  for (const row of (await fittingRows(db, 'evidence', evidence)).filter(isCase)) {
    if (!ended.has(String(row.id))) await repeatCase(db, row as unknown as EvidenceRow);
  }
}
