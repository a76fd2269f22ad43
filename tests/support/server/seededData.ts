// A data directory with users and tracks that exists before its server starts, made through the server's own stores,
// with audio for each track.
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { insertAccount } from '../../../api/accounts/store.ts';
import type { Gender } from '../../../api/contract/categories.ts';
import { openDatabase } from '../../../api/db/client.ts';
import { startSession } from '../../../api/sessions/queries.ts';
import { insertTrack } from '../../../api/tracks/store.ts';
import { sine } from '../audio/signals.ts';
import { writeWav } from '../audio/wav.ts';
import { buildAudio } from './audioColumns.ts';

const RATE = 8000;
const HOUR_MS = 3_600_000;

export interface SeededTrack {
  id: string;
  title?: string;
  gender?: Gender;
  /** Hours before now. */
  age?: number;
  likes?: number;
  comments?: number;
  /** Index into `people` of the result. */
  by?: number;
  /** False: a row without bytes. */
  hasSound?: boolean;
}

export interface SeededData {
  data: string;
  /** Cookie value of each person. */
  tokens: string[];
  /** Account id of each person. */
  people: string[];
  /** Path of each track's audio, by track id. */
  urls: Map<string, string>;
}

/** Each track has `seconds` of audio; all have the same size but different names. */
export async function seededData(
  usernames: readonly string[],
  tracks: readonly SeededTrack[],
  seconds = 20,
): Promise<SeededData> {
  const data = await mkdtemp(join(tmpdir(), 'aural-seeded-'));
  const { db, close } = await openDatabase(join(data, 'aural.db'));
  const sound = writeWav({ sampleRate: RATE, channels: [sine(330, RATE * seconds, RATE, 0.2)] });
  const now = Date.now();
  const people: string[] = [];
  const tokens: string[] = [];
  const urls = new Map<string, string>();
  const files: string[] = [];
  await db.transaction().execute(async (tx) => {
    for (const username of usernames) {
      const id = await insertAccount(tx, { username, role: 'user' }, now - HOUR_MS);
      people.push(id);
      tokens.push(await startSession(tx, id, now));
    }
    for (const [index, track] of tracks.entries()) {
      const { id, title = `Title of ${id}`, gender = 'Female', age = index, by = 0, hasSound = true } = track;
      const file = `${randomBytes(16).toString('hex')}.wav`;
      if (hasSound) files.push(file);
      urls.set(id, `/audio/${file}`);
      await insertTrack(tx, {
        id,
        accountId: people[by] ?? '',
        username: usernames[by] ?? '',
        uploadId: null,
        audio: buildAudio({
          file,
          mime_type: 'audio/wav',
          size: sound.length,
          duration: seconds,
          cover: randomBytes(64).toString('base64'),
          lufs: -18,
        }),
        title,
        description: '',
        gender,
        tags: ['Soft'],
        demoPosition: null,
        createdAt: now - age * HOUR_MS - 1000,
      });
      await tx
        .updateTable('tracks')
        .set({ likes: track.likes ?? 0, comments_count: track.comments ?? 0 })
        .where('id', '=', id)
        .execute();
    }
  });
  await close();
  for (const file of files) {
    const folder = join(data, 'blobs', file.slice(0, 2));
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, file), sound);
  }
  return { data, tokens, people, urls };
}
