// Audio whose deletion is committed and that still lies in the store.
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';
import { idList } from '../db/lists.ts';
import type { Deps } from '../deps.ts';
import { sealedAmong } from '../evidence/queries.ts';

/** Notes blobs to be unlinked once the transaction has committed. Sealed evidence stays. */
export async function doomBlobs(db: Db, files: readonly string[], now: number): Promise<void> {
  const sealed = await sealedAmong(db, files);
  const doomed = files.filter((file) => !sealed.has(file));
  if (doomed.length === 0) return;
  await db
    .insertInto('doomed_blobs')
    .values(doomed.map((file) => ({ file, created_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The same of one. */
export const doomBlob = (db: Db, file: string, now: number): Promise<void> => doomBlobs(db, [file], now);

/** Unlinks a doomed blob and forgets it; call after the commit. A crash in between is made good by the sweep. */
export const unlinkBlob = (deps: Pick<Deps, 'db' | 'blobs'>, file: string): Promise<void> =>
  unlinkBlobs(deps, [file]);

/** The same of many: one commit for all of them. */
export async function unlinkBlobs({ db, blobs }: Pick<Deps, 'db' | 'blobs'>, files: readonly string[]) {
  const sealed = await sealedAmong(db, files);
  for (const file of files) if (!sealed.has(file)) await blobs.remove(file);
  await db
    .deleteFrom('doomed_blobs')
    .where(sql<boolean>`file in ${idList(files)}`)
    .execute();
}

/** Forgets that a blob was doomed: it stays. */
export async function spareBlob(db: Db, file: string): Promise<void> {
  await db.deleteFrom('doomed_blobs').where('file', '=', file).execute();
}

/** Blobs whose deletion is committed and not done. */
export async function doomedBlobs(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('doomed_blobs').select('file').execute();
  return rows.map(({ file }) => file);
}
