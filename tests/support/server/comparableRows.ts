// A server's database as lines without values that differ between runs: random names, times, hashes. Two servers with
// the same requests have equal lines.
import { sql } from 'kysely';
import { openDatabase } from '../../../api/db/client.ts';

/** Tables that a repeat may change: keys, a session's last use, the log of request hashes, search indexes. */
const EXCLUDED = /^(idempotency_keys|sessions|ledger|audit_log|sqlite_|kysely_|spent_tickets)|fts/;

/** A job of the server fills them later. */
const MADE_LATER = new Set(['sha256', 'preview_json', 'envelope', 'small', 'small_size']);

const CHANCE =
  /\$argon2[^"]+|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\b[0-9a-f]{32,}\b/gi;
const MOMENT = /\d{4}-\d{2}-\d{2}T[\d:.]+Z|\b1[67]\d{11}\b/g;

/** `TABLE ROW`, sorted. */
export async function comparableRows(databaseFile: string): Promise<string[]> {
  const { db, close } = await openDatabase(databaseFile);
  try {
    const { rows: tables } = await sql<{ name: string }>`
      select name from sqlite_master where type = 'table'`.execute(db);
    const lines: string[] = [];
    for (const { name } of tables) {
      if (EXCLUDED.test(name)) continue;
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db);
      for (const row of rows) {
        const text = JSON.stringify(row, (key, value: unknown) => {
          if (MADE_LATER.has(key)) return undefined;
          // The token of a play is random.
          if (key === 'token') return 'X';
          return value instanceof Uint8Array ? `${value.byteLength} bytes` : value;
        });
        lines.push(`${name} ${text.replace(CHANCE, 'X').replace(MOMENT, 'T')}`);
      }
    }
    return lines.sort();
  } finally {
    await close();
  }
}
