// Recordings that exist before their server starts, with texts and tags and without audio.
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { insertAccount } from '../../../api/accounts/store.ts';
import type { Gender } from '../../../api/contract/categories.ts';
import { openDatabase } from '../../../api/db/client.ts';
import { insertTrack } from '../../../api/tracks/store.ts';
import { buildAudio } from './audioColumns.ts';

export interface TaggedTrack {
  title: string;
  tags: readonly string[];
  gender?: Gender;
  description?: string;
}

/** Inserts into the database of a data directory; the first track is the newest. */
export async function taggedTracks(
  data: string,
  username: string,
  tracks: readonly TaggedTrack[],
): Promise<void> {
  const { db, close } = await openDatabase(join(data, 'aural.db'));
  const now = Date.now();
  await db.transaction().execute(async (tx) => {
    const accountId = await insertAccount(tx, { username, role: 'user' }, now);
    for (const [index, { title, tags, gender = 'Female', description = '' }] of tracks.entries()) {
      await insertTrack(tx, {
        id: randomUUID(),
        accountId,
        username,
        uploadId: null,
        audio: buildAudio({ cover: randomBytes(64).toString('base64') }),
        title,
        description,
        gender,
        tags: [...tags, gender],
        demoPosition: null,
        createdAt: now - index * 60_000,
      });
    }
  });
  await close();
}
