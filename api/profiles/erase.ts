// Deletes an account with all its content, and corrects the counters of others.
import type { Kysely } from 'kysely';
import type { Db } from '../db/client.ts';
import type { Schema } from '../db/schema.ts';
import { storedFilesOf } from '../tracks/fileQueries.ts';
import { removeTrack } from '../tracks/store.ts';
import { PARTS } from './parts.ts';

/** Call inside a transaction. Unlink the returned blobs after the commit: audio, and bytes of unfinished uploads. */
export async function eraseAccount(db: Db, id: string, now: number): Promise<string[]> {
  const files: string[] = [];
  for (const part of PARTS) files.push(...(await part.eraseOf(db, id, now)));
  return files;
}

/** Recordings per transaction, about 30 ms: other writes wait no longer than that. */
const AT_ONCE = 50;

/**
 * Deletes most recordings of an account with very many, each step in its own transaction, so that `eraseAccount` has few left.
 * Unlink the returned blobs.
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
