// Checks the whole audit log in pieces, so that other requests do not wait.
import { setImmediate as turn } from 'node:timers/promises';
import { GENESIS, HEAD, headOf, keyedHash } from './auditLog.ts';
import type { Db } from './client.ts';
import { readSetting } from './settings.ts';

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

/** `noted`: a row somebody wrote down elsewhere; it reveals a log that was cut and sealed again. */
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
