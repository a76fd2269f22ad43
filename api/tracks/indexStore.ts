// What a track is found by: its row in the index of words, and a row a tag. Call inside a transaction.
import type { Db } from '../db/client.ts';
import { deleteSearchRow, insertSearchRow } from '../search/indexStore.ts';
import type { NewTrack } from './store.ts';

type IndexedTrack = Pick<NewTrack, 'id' | 'title' | 'description' | 'tags' | 'username'>;

/** Writes the search index and the tag rows of a track; replaces what was there. */
export async function indexTrack(db: Db, track: IndexedTrack): Promise<void> {
  const doc = await unindexTrack(db, track.id);
  await writeIndex(db, track, doc);
}

/** Writes the index of a track that is in none yet; `doc` is the number it had there. */
export async function writeIndex(db: Db, track: IndexedTrack, doc?: number): Promise<void> {
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
export async function unindexTrack(db: Db, id: string): Promise<number | undefined> {
  await db.deleteFrom('track_tags').where('track_id', '=', id).execute();
  return deleteSearchRow(db, id);
}
