// SQL of tracks: one projection for every list, with the viewer's own likes and bookmarks.
import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { TAKES_COMMENTS } from '../accounts/queries.ts';
import { isShown, letsActHere } from '../blocks/queries.ts';
import type { Db } from '../db/client.ts';

/**
 * Active tracks of people whom the viewer may meet; `viewerId` decides isLiked, isBookmarked and allowComments: the owner's is
 * what they chose for the track, others need the owner's general consent, too. The transcript itself stays on the disk.
 */
export function selectTracks(db: Db, viewerId: string | null) {
  return db
    .selectFrom('tracks')
    .innerJoin('accounts', 'accounts.id', 'tracks.account_id')
    .where('tracks.status', '=', 'active')
    .where(isShown(viewerId))
    .select([
      'tracks.id',
      'tracks.account_id',
      'tracks.file',
      'tracks.mime_type',
      'tracks.size',
      'tracks.title',
      'tracks.description',
      'tracks.gender',
      'tracks.tags_json',
      'tracks.duration',
      'tracks.face',
      'tracks.lufs',
      'tracks.envelope',
      'tracks.plays',
      'tracks.likes',
      'tracks.comments_count',
      'tracks.created_at',
      'accounts.username',
    ])
    .select((eb) => [
      eb
        .exists(
          eb
            .selectFrom('likes')
            .select(sql`1`.as('one'))
            .whereRef('likes.track_id', '=', 'tracks.id')
            .where('likes.account_id', '=', viewerId ?? ''),
        )
        .as('is_liked'),
      eb
        .exists(
          eb
            .selectFrom('bookmarks')
            .select(sql`1`.as('one'))
            .whereRef('bookmarks.track_id', '=', 'tracks.id')
            .where('bookmarks.account_id', '=', viewerId ?? ''),
        )
        .as('is_bookmarked'),
      sql<0 | 1>`tracks.allow_comments = 1 and (tracks.account_id = ${viewerId ?? ''}
        or ${TAKES_COMMENTS} and ${letsActHere(viewerId, 'tracks.account_id')})`.as('allow_comments'),
      sql<0 | 1>`octet_length(tracks.transcript) > 0`.as('has_transcript'),
    ]);
}

export type TrackRow = Awaited<ReturnType<ReturnType<typeof selectTracks>['execute']>>[number];

export function findTrack(db: Db, id: string, viewerId: string | null): Promise<TrackRow | undefined> {
  return selectTracks(db, viewerId).where('tracks.id', '=', id).executeTakeFirst();
}

/** The track of a consent that came with an upload, or with a change of the track's words. */
export const trackOfConsent = (db: Db, consentId: string) =>
  db
    .selectFrom('tracks')
    .selectAll()
    .where((eb) => eb.or([eb('id', '=', consentId), eb('upload_id', '=', consentId)]))
    .executeTakeFirst();

/** What is said in a visible track; undefined when there is none of this id. */
export async function findTranscript(
  db: Db,
  id: string,
  viewerId: string | null,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('tracks')
    .innerJoin('accounts', 'accounts.id', 'tracks.account_id')
    .select('tracks.transcript')
    .where('tracks.id', '=', id)
    .where('tracks.status', '=', 'active')
    .where(isShown(viewerId))
    .executeTakeFirst();
  return row?.transcript;
}

/** What a mark or a comment of a visible track needs to know of it. */
export function findTrackOwner(db: Db, id: string, viewerId: string | null) {
  return db
    .selectFrom('tracks')
    .innerJoin('accounts', 'accounts.id', 'tracks.account_id')
    .select(['tracks.title', 'tracks.account_id', 'tracks.comments_count'])
    .where('tracks.id', '=', id)
    .where('tracks.status', '=', 'active')
    .where(isShown(viewerId))
    .executeTakeFirst();
}

/** Newest first. */
export function newestTracks(db: Db, viewerId: string | null, limit: number): Promise<TrackRow[]> {
  return selectTracks(db, viewerId)
    .orderBy('tracks.created_at', 'desc')
    .orderBy('tracks.id', 'desc')
    .limit(limit)
    .execute();
}

/** Also those that are not shown. */
export const storedTracksOf = (db: Db, accountId: string) =>
  db.selectFrom('tracks').selectAll().where('account_id', '=', accountId).execute();

/** Some, also those that are not shown. */
export const storedFilesOf = (db: Db, accountId: string, limit: number) =>
  db.selectFrom('tracks').select(['id', 'file']).where('account_id', '=', accountId).limit(limit).execute();

/** This person's tracks with this title. */
export const tracksCalled = (db: Db, accountId: string, title: string) =>
  db
    .selectFrom('tracks')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('title', '=', title)
    .execute();

/** Ids of a person's visible tracks, newest first. */
export async function trackIdsOf(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('tracks')
    .select('id')
    .where('account_id', '=', accountId)
    .where('status', '=', 'active')
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map(({ id }) => id);
}

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
    .where('tracks.status', '=', 'active')
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
    .where('status', '=', 'active')
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map(({ file }) => file);
}

export async function tracksAmong(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('tracks').select('id').where('id', 'in', ids).execute();
  return rows.map(({ id }) => id);
}

/** Its blob; null when there is no such track. */
export async function fileOfTrack(db: Db, id: string): Promise<string | null> {
  const row = await db.selectFrom('tracks').select('file').where('id', '=', id).executeTakeFirst();
  return row?.file ?? null;
}
