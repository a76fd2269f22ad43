// Putting a track into every table that knows of it, and taking it out again. Call inside a transaction.
import { sql } from 'kysely';
import { countOnAccounts } from '../accounts/store.ts';
import type { Gender } from '../contract/tracks.ts';
import type { Db } from '../db/client.ts';
import { moveCounter, type Step } from '../db/counters.ts';
import { stringList } from '../db/json.ts';
import { noteErased } from '../db/ledger.ts';
import { idList } from '../db/lists.ts';
import type { Deps } from '../deps.ts';
import { deleteSearchRow, insertSearchRow } from './searchRowStore.ts';
import { type TrackWords, wordsOf } from './words.ts';

export interface NewTrack {
  id: string;
  accountId: string;
  username: string;
  uploadId: string | null;
  /** Blob name; the blob must be durable before. */
  file: string;
  mimeType: string;
  size: number;
  title: string;
  description: string;
  gender: Gender | null;
  /** As shown; the category is among them. */
  tags: readonly string[];
  /** Seconds. */
  duration: number;
  /** Base64 of 64 bytes. */
  face: string;
  lufs: number | null;
  /** Blob name, durable like `file`; without one a job makes it. */
  envelope?: string | null;
  demoPosition: number | null;
  createdAt: number;
  /** What is said; nothing written down when left out. */
  transcript?: string;
  /** Whether others may comment; true when left out. */
  allowComments?: boolean;
}

/** The track is public when the transaction commits. */
export async function insertTrack(db: Db, track: NewTrack): Promise<void> {
  await db
    .insertInto('tracks')
    .values({
      id: track.id,
      account_id: track.accountId,
      upload_id: track.uploadId,
      file: track.file,
      mime_type: track.mimeType,
      size: track.size,
      title: track.title,
      description: track.description,
      gender: track.gender,
      tags_json: JSON.stringify(track.tags),
      duration: track.duration,
      face: track.face,
      lufs: track.lufs,
      envelope: track.envelope ?? null,
      status: 'active',
      plays: 0,
      likes: 0,
      bookmarks: 0,
      comments_count: 0,
      transcript: track.transcript ?? '',
      allow_comments: track.allowComments === false ? 0 : 1,
      demo_position: track.demoPosition,
      created_at: track.createdAt,
      updated_at: track.createdAt,
    })
    .execute();
  await writeIndex(db, track);
  await countOnAccounts(db, 'total_uploads', [{ id: track.accountId, by: 1 }]);
}

type IndexedTrack = Pick<NewTrack, 'id' | 'title' | 'description' | 'tags' | 'username'>;

/** Gives a published track other words, in every table that knows them. */
export async function applyWords(
  db: Db,
  track: { id: string; username: string },
  words: TrackWords,
  now: number,
): Promise<void> {
  await db
    .updateTable('tracks')
    .set({ ...words, updated_at: now })
    .where('id', '=', track.id)
    .execute();
  await indexTrack(db, { ...track, ...words, tags: stringList(words.tags_json) });
}

/** The words about a track go, whoever wrote them; an id that is unknown is none. */
export async function clearDescription(db: Db, id: string, now: number): Promise<void> {
  const track = await db
    .selectFrom('tracks')
    .innerJoin('accounts', 'accounts.id', 'tracks.account_id')
    .selectAll('tracks')
    .select('accounts.username')
    .where('tracks.id', '=', id)
    .executeTakeFirst();
  if (track) await applyWords(db, track, { ...wordsOf(track), description: '' }, now);
}

/** Whether others may comment from now on. */
export async function allowComments(db: Db, id: string, isAllowed: boolean, now: number): Promise<void> {
  await db
    .updateTable('tracks')
    .set({ allow_comments: isAllowed ? 1 : 0, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** Writes the search index and the tag rows of a track; replaces what was there. */
async function indexTrack(db: Db, track: IndexedTrack): Promise<void> {
  const doc = await unindexTrack(db, track.id);
  await writeIndex(db, track, doc);
}

/** Writes the index of a track that is in none yet; `doc` is the number it had there. */
async function writeIndex(db: Db, track: IndexedTrack, doc?: number): Promise<void> {
  const tags = [...new Set(track.tags.map((tag) => tag.toLowerCase()))];
  if (tags.length > 0) {
    await db
      .insertInto('track_tags')
      .values(tags.map((tag) => ({ track_id: track.id, tag })))
      .execute();
  }
  await insertSearchRow(db, {
    track_id: track.id,
    title: track.title,
    description: track.description,
    tags: tags.join(' '),
    username: track.username,
    ...(doc === undefined ? {} : { rowid: doc }),
  });
}

/** Answers the number of its row in the index of words. */
async function unindexTrack(db: Db, id: string): Promise<number | undefined> {
  await db.deleteFrom('track_tags').where('track_id', '=', id).execute();
  return deleteSearchRow(db, id);
}

/**
 * Forgets a track and everything said about it; counters of others are put right. Returns whether it was
 * there. The blob is doomed in the same transaction: unlink it after the commit. A recording that came by an upload
 * goes by `removeRecording` of the uploads.
 */
export async function removeTrack(db: Db, id: string, now: number): Promise<boolean> {
  const track = await db.selectFrom('tracks').selectAll().where('id', '=', id).executeTakeFirst();
  if (!track) return false;
  await unindexTrack(db, id);
  await db.deleteFrom('tracks').where('id', '=', id).execute();
  await countOnAccounts(db, 'total_uploads', [{ id: track.account_id, by: -1 }]);
  await countOnAccounts(db, 'total_likes', [{ id: track.account_id, by: -track.likes }]);
  await countOnAccounts(db, 'total_plays', [{ id: track.account_id, by: -track.plays }]);
  await doomBlob(db, track.file, now);
  await noteErased(db, 'track', [id], now);
  return true;
}

/** Notes the envelope of the track with this sound; answers whether there is one. */
export async function noteTrackEnvelope(db: Db, file: string, envelope: string): Promise<boolean> {
  const noted = await db.updateTable('tracks').set({ envelope }).where('file', '=', file).executeTakeFirst();
  return noted.numUpdatedRows > 0n;
}

export type TrackCounter = 'likes' | 'bookmarks' | 'comments_count';

/** For who adds or takes away a row that is counted. */
export const countOnTracks = (db: Db, counter: TrackCounter, steps: readonly Step[]): Promise<void> =>
  moveCounter(db, 'tracks', counter, steps);

/** No comment is left anywhere. */
export async function forgetCommentCounts(db: Db): Promise<void> {
  await db.updateTable('tracks').set({ comments_count: 0 }).execute();
}

/** Counters of marks as the rows say. */
export async function recountTracks(db: Db, ids: readonly string[]): Promise<void> {
  await sql`update tracks set
    likes = (select count(*) from likes where track_id = tracks.id),
    bookmarks = (select count(*) from bookmarks where track_id = tracks.id)
    where id in ${idList(ids)}`.execute(db);
}

/** Notes a blob to be unlinked once the transaction has committed. */
export async function doomBlob(db: Db, file: string, now: number): Promise<void> {
  await db
    .insertInto('doomed_blobs')
    .values({ file, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Unlinks a doomed blob and forgets it; call after the commit. A crash in between is made good by the sweep. */
export async function unlinkBlob({ db, blobs }: Pick<Deps, 'db' | 'blobs'>, file: string): Promise<void> {
  await blobs.remove(file);
  await db.deleteFrom('doomed_blobs').where('file', '=', file).execute();
}

/** The same of many: one commit for all of them. */
export async function unlinkBlobs({ db, blobs }: Pick<Deps, 'db' | 'blobs'>, files: readonly string[]) {
  for (const file of files) await blobs.remove(file);
  await db
    .deleteFrom('doomed_blobs')
    .where(sql<boolean>`file in ${idList(files)}`)
    .execute();
}

/** Blobs whose deletion is committed and not done. */
export async function doomedBlobs(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('doomed_blobs').select('file').execute();
  return rows.map(({ file }) => file);
}
