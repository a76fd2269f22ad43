// Putting a track into every table that knows of it, and taking it out again. Call inside a transaction.
import { countOnAccounts } from '../accounts/store.ts';
import type { Gender } from '../contract/categories.ts';
import type { Db } from '../db/client.ts';
import { stringList } from '../db/json.ts';
import { noteErased } from '../db/ledger.ts';
import type { AudioColumns } from '../db/tables/audio.ts';
import { doomBlob } from './doomedStore.ts';
import { indexTrack, unindexTrack, writeIndex } from './indexStore.ts';
import { type TrackWords, wordsOf } from './words.ts';

export interface NewTrack {
  id: string;
  accountId: string;
  username: string;
  uploadId: string | null;
  /** Its blobs must be durable before. */
  audio: AudioColumns;
  title: string;
  description: string;
  gender: Gender | null;
  /** As shown; the category is among them. */
  tags: readonly string[];
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
      ...track.audio,
      title: track.title,
      description: track.description,
      gender: track.gender,
      tags_json: JSON.stringify(track.tags),
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
