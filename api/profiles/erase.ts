// Erasing a person and everything of theirs; counters of others are put right.
import type { Db } from '../db/client.ts';
import { PARTS } from './parts.ts';

/**
 * Call inside a transaction, unlink the returned blobs after the commit: audio, and what was received of unfinished
 * uploads.
 */
export async function eraseAccount(db: Db, id: string, now: number): Promise<string[]> {
  const files: string[] = [];
  for (const part of PARTS) files.push(...(await part.eraseOf(db, id, now)));
  return files;
}
