// The append-only record of what moderators and admins did, a hash chain in the same transaction as the
// deed: changing or dropping a row breaks every later hash.
import { createHash } from 'node:crypto';
import type { Db } from './client.ts';

export interface AuditEntry {
  actorId: string;
  action: string;
  targetType: string;
  targetId: string;
  /** A reason, ids, states; no secrets, no words of the people concerned: the log is never erased. */
  detail: Record<string, unknown>;
  /** The row as it was and became; only their hashes are kept. Null where there is none. */
  before: unknown;
  after: unknown;
}

/** SHA-256 in hex: a later look can tell whether a row is the one that was decided about. */
const stateHash = (row: unknown): string | null =>
  row == null ? null : createHash('sha256').update(JSON.stringify(row)).digest('hex');

const GENESIS = '0'.repeat(64);

interface Chained {
  position: number;
  at: number;
  actor_id: string;
  action: string;
  target_type: string;
  target_id: string;
  detail_json: string;
}

function chainHash(previous: string, row: Chained): string {
  const fields = [
    row.position,
    row.at,
    row.actor_id,
    row.action,
    row.target_type,
    row.target_id,
    row.detail_json,
  ];
  return createHash('sha256')
    .update(JSON.stringify([previous, ...fields]))
    .digest('hex');
}

/** Call inside the transaction of the deed. */
export async function appendAudit(db: Db, entry: AuditEntry, now: number): Promise<void> {
  const last = await db
    .selectFrom('audit_log')
    .select(['position', 'hash'])
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
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
  await db
    .insertInto('audit_log')
    .values({ ...row, hash: chainHash(last?.hash ?? GENESIS, row) })
    .execute();
}

/** Position of the first row that does not fit the chain, or null when it is whole. */
export async function firstBrokenAudit(db: Db): Promise<number | null> {
  const rows = await db.selectFrom('audit_log').selectAll().orderBy('position').execute();
  let previous = GENESIS;
  for (const [index, row] of rows.entries()) {
    if (row.position !== index + 1 || chainHash(previous, row) !== row.hash) return index + 1;
    previous = row.hash;
  }
  return null;
}
