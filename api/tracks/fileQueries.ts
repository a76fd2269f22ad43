// Which audio belongs to which track, and who may hear it.

import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';
import { SMALL_TYPE } from '../storage/blobs.ts';

/** Some tracks, including hidden ones. */
export const storedFilesOf = (db: Db, accountId: string, limit: number) =>
  db.selectFrom('tracks').select(['id', 'file']).where('account_id', '=', accountId).limit(limit).execute();

/** All tracks, with their position among the seeded ones. */
export const allTrackFiles = (db: Db) =>
  db.selectFrom('tracks').select(['id', 'file', 'envelope', 'demo_position']).execute();

/** Reading this many takes about 2 ms. */
const FILES_AT_ONCE = 1000;

/** Blobs of all tracks, in pieces, so that other work can run in between. */
export async function* trackFiles(
  db: Db,
): AsyncGenerator<{ file: string; envelope: string | null; small: string | null }> {
  let after = '';
  for (;;) {
    const rows = await db
      .selectFrom('tracks')
      .select(['id', 'file', 'envelope', 'small'])
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

/** Audio files of some tracks. */
export async function firstTrackFiles(db: Db, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('tracks').select('file').orderBy('id').limit(limit).execute();
  return rows.map(({ file }) => file);
}

/** A blob of a recording: its audio, or made from it. */
export type BlobColumn = 'file' | 'envelope' | 'small';

/**
 * The track with this blob. `onlyFor`: the owner of an account about to be deleted, or moderators for a hidden or taken-down one; null:
 * everyone.
 */
export async function audibleTrack(
  db: Db,
  column: BlobColumn,
  name: string,
): Promise<{ mimeType: string; onlyFor: 'moderators' | { accountId: string } | null } | null> {
  const row = await db
    .selectFrom('tracks')
    .innerJoin('accounts', 'accounts.id', 'tracks.account_id')
    .select(['tracks.mime_type', 'tracks.account_id', 'tracks.status', 'accounts.erase_at'])
    .where(`tracks.${column}`, '=', name)
    .where('accounts.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const { account_id: accountId } = row;
  const mimeType = column === 'small' ? SMALL_TYPE : row.mime_type;
  if (row.status !== 'active') return { mimeType, onlyFor: 'moderators' };
  return { mimeType, onlyFor: row.erase_at === null ? null : { accountId } };
}

/** Whether any track has this blob. */
export async function isTrackFile(db: Db, name: string): Promise<boolean> {
  const track = await db
    .selectFrom('tracks')
    .select('id')
    .where((eb) => eb.or([eb('file', '=', name), eb('envelope', '=', name), eb('small', '=', name)]))
    .executeTakeFirst();
  return track !== undefined;
}

/** Audio files of tracks without an envelope, newest first. */
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

/** Some public tracks for which no small copy was made or refused, newest first. */
export const tracksWithoutSmall = (db: Db, limit: number) =>
  db
    .selectFrom('tracks')
    .select(['file', 'size', 'duration'])
    .where('small_size', 'is', null)
    .where('status', '=', sql.lit('active'))
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();

/** Its audio file; null without such a track. */
export async function fileOfTrack(db: Db, id: string): Promise<string | null> {
  const row = await db.selectFrom('tracks').select('file').where('id', '=', id).executeTakeFirst();
  return row?.file ?? null;
}
