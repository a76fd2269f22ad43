// News rows written straight into the database of a running server, as months would produce.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { openRawDatabase } from '../../../api/db/driver.ts';

export interface NewsRow {
  type: string;
  /** Milliseconds before now. */
  ago: number;
  /** Account ids. */
  of: string;
  by: string | null;
  trackTitle: string | null;
  isRead?: boolean;
}

/** `data` is the server's data directory. */
export async function insertNotifications(data: string, rows: readonly NewsRow[]): Promise<void> {
  const database = await openRawDatabase(join(data, 'aural.db'));
  try {
    const insert = database.prepare(`insert into notifications
      (id, account_id, type, actor_id, track_id, track_title, comment_text, is_read, created_at)
      values (?, ?, ?, ?, null, ?, null, ?, ?)`);
    for (const { type, ago, of, by, trackTitle, isRead = false } of rows)
      insert.run(randomUUID(), of, type, by, trackTitle, isRead ? 1 : 0, Date.now() - ago);
  } finally {
    database.close();
  }
}
