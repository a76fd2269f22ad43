// Rewrites the database once a day. Overwriting erased rows is not enough: SQLite leaves copies of them in the free space of
// pages whose rows it has moved.
import { readSetting, writeSetting } from '../db/settings.ts';
import type { Deps } from '../deps.ts';

const DAY_MS = 24 * 3600 * 1000;
/** Name of the setting that holds the time of the last rewrite. */
const SETTING = 'compacted_at';

/** Does nothing when the last rewrite was less than a day ago. Writers wait about 15 s per gigabyte. */
export async function compactDaily({
  db,
  compact,
  now,
}: Pick<Deps, 'db' | 'compact' | 'now'>): Promise<void> {
  const time = now();
  if (time - Number(await readSetting(db, SETTING)) < DAY_MS) return;
  await compact();
  await writeSetting(db, SETTING, String(time));
}
