// Erasing a person and everything of theirs; counters of others are put right.
import type { Kysely } from 'kysely';
import type { Db } from '../db/client.ts';
import type { Schema } from '../db/schema.ts';
import { storedFilesOf } from '../tracks/fileQueries.ts';
import { removeTrack } from '../tracks/store.ts';
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

/** Recordings in one transaction: whoever else writes waits for so many (about 30 ms). */
const AT_ONCE = 50;

/**
 * Recordings of a person who has very many, until few are left for `eraseAccount`: each step is a transaction of its own,
 * and final. Unlink the returned blobs.
 */
export async function eraseRecordingsAhead(db: Kysely<Schema>, id: string, now: number): Promise<string[]> {
  const files: string[] = [];
  for (;;) {
    const some = await storedFilesOf(db, id, AT_ONCE + 1);
    if (some.length <= AT_ONCE) return files;
    await db.transaction().execute(async (tx) => {
      for (const track of some) if (await removeTrack(tx, track.id, now)) files.push(track.file);
    });
  }
}
