// What happens to the audio of a case whose hold has ended.
import type { Db } from '../db/client.ts';
import type { EvidenceRow } from '../evidence/queries.ts';
import { doomBlob } from '../tracks/doomedStore.ts';
import { isTrackFile } from '../tracks/fileQueries.ts';
import { isUploadFile } from './queries.ts';

/** Dooms the audio unless a recording or an upload needs it. Returns the doomed blob: unlink it after the commit. */
export async function doomUnneeded(
  db: Db,
  ended: EvidenceRow | undefined,
  now: number,
): Promise<string | null> {
  const file = ended?.file ?? null;
  if (file === null || (await isTrackFile(db, file)) || (await isUploadFile(db, file))) return null;
  await doomBlob(db, file, now);
  return file;
}
