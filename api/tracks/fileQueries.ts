// Which audio belongs to which track, and who may hear it.

import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';

/** Some, also those that are not shown. */
export const storedFilesOf = (db: Db, accountId: string, limit: number) =>
  db.selectFrom('tracks').select(['id', 'file']).where('account_id', '=', accountId).limit(limit).execute();

/** Everybody's, with their place among the seeded ones. */
export const allTrackFiles = (db: Db) =>
  db.selectFrom('tracks').select(['id', 'file', 'envelope', 'demo_position']).execute();

/** Reading so many takes about 2 ms of this thread. */
const FILES_AT_ONCE = 1000;

/** The blobs of every track; between two pieces others have their turn. */
export async function* trackFiles(db: Db): AsyncGenerator<{ file: string; envelope: string | null }> {
  let after = '';
  for (;;) {
    const rows = await db
      .selectFrom('tracks')
      .select(['id', 'file', 'envelope'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(FILES_AT_ONCE)
      .execute();
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < FILES_AT_ONCE) return;
    after = last.id;
    await turn();
  }
}

/** Sounds of some tracks. */
export async function firstTrackFiles(db: Db, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('tracks').select('file').orderBy('id').limit(limit).execute();
  return rows.map(({ file }) => file);
}

/** A blob of a recording: its sound, or the envelope of it. */
export type BlobColumn = 'file' | 'envelope';

/** The visible track with this blob; `onlyFor` its owner, who is about to leave, or for everybody. */
export async function audibleTrack(
  db: Db,
  column: BlobColumn,
  name: string,
): Promise<{ mimeType: string; onlyFor: string | null } | null> {
  const row = await db
    .selectFrom('tracks')
    .innerJoin('accounts', 'accounts.id', 'tracks.account_id')
    .select(['tracks.mime_type', 'tracks.account_id', 'accounts.erase_at'])
    .where(`tracks.${column}`, '=', name)
    .where('tracks.status', '=', sql.lit('active'))
    .where('accounts.deleted_at', 'is', null)
    .executeTakeFirst();
  return row ? { mimeType: row.mime_type, onlyFor: row.erase_at === null ? null : row.account_id } : null;
}

/** Whether any track has this blob. */
export async function isTrackFile(db: Db, name: string): Promise<boolean> {
  const track = await db
    .selectFrom('tracks')
    .select('id')
    .where((eb) => eb.or([eb('file', '=', name), eb('envelope', '=', name)]))
    .executeTakeFirst();
  return track !== undefined;
}

/** Sounds of tracks that have no envelope yet, newest first. */
export async function tracksWithoutEnvelope(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('tracks')
    .select('file')
    .where('envelope', 'is', null)
    .where('status', '=', sql.lit('active'))
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map(({ file }) => file);
}

/** Its blob; null when there is no such track. */
export async function fileOfTrack(db: Db, id: string): Promise<string | null> {
  const row = await db.selectFrom('tracks').select('file').where('id', '=', id).executeTakeFirst();
  return row?.file ?? null;
}
