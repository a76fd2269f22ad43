// Fills a new instance with demo tracks, in the same write order as an upload. If interrupted, it resumes: a track with a row
// is complete, all others are made.
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { audioColumns } from '../db/tables/audio.ts';
import type { Deps } from '../deps.ts';
import { assertStored, storeEnvelope } from '../storage/blobs.ts';
import { insertTrack } from '../tracks/store.ts';
import { normaliseTags } from '../tracks/tags.ts';
import { type DemoUser, ensureDemoUser, missingTracks } from './queries.ts';
import { renderFile } from './renderFile.ts';
import { DEMO_TRACKS, DEMO_USER, type DemoTrack } from './tracks.ts';

/** Parallel tracks: as many as inspections, and never all processors of a large machine. */
const AT_ONCE = Math.min(2, availableParallelism());
const HOUR_MS = 3600 * 1000;

type SeedDeps = Pick<Deps, 'db' | 'blobs' | 'temporary' | 'inspector' | 'log' | 'now'>;

/** File → inspected by the engine → durable blob → row and search index in one transaction. */
async function publishDemoTrack(
  deps: SeedDeps,
  track: DemoTrack,
  user: DemoUser,
  signal: AbortSignal,
): Promise<void> {
  const path = deps.temporary.path();
  try {
    const size = await renderFile(track.id, path, signal);
    const audio = await deps.inspector.inspect(path, size);
    const file = `${randomBytes(16).toString('hex')}.${audio.extension}`;
    await deps.blobs.putFile(file, path);
    try {
      await assertStored(deps.blobs, file, size);
      const envelope = await storeEnvelope(deps.blobs, file, audio.envelope);
      await deps.db.transaction().execute((tx) =>
        insertTrack(tx, {
          id: track.id,
          accountId: DEMO_USER.id,
          username: user.username,
          uploadId: null,
          audio: audioColumns(audio, { file, size, envelope, sound_key: null }),
          title: track.title,
          description: track.description,
          gender: track.gender,
          tags: normaliseTags(track.tags, track.gender),
          demoPosition: DEMO_TRACKS.indexOf(track),
          createdAt: user.firstStart - Math.round(track.ageHours * HOUR_MS),
        }),
      );
    } catch (error) {
      await deps.blobs.remove(file);
      throw error;
    }
  } finally {
    await rm(path, { force: true });
  }
}

/**
 * Creates every demo track that neither exists nor was deleted: about 15 s for all on two cores, one query when none is missing.
 * Failures are logged and tried again at the next start. `signal` ends it early.
 */
export async function seedDemo(deps: SeedDeps, signal: AbortSignal): Promise<void> {
  const user = await ensureDemoUser(deps.db, deps.now());
  if (!user) return;
  const ids = DEMO_TRACKS.map((track) => track.id);
  const missing = await missingTracks(deps.db, ids);
  const waiting = DEMO_TRACKS.filter((track) => missing.has(track.id));
  if (waiting.length === 0) return;
  const started = deps.now();
  const total = waiting.length;
  let done = 0;
  deps.log.info(`demo: making ${total} tracks; the page is open meanwhile`);
  const work = async () => {
    for (let track = waiting.shift(); track && !signal.aborted; track = waiting.shift()) {
      try {
        await publishDemoTrack(deps, track, user, signal);
        done += 1;
        deps.log.info(`demo: ${done} of ${total}, "${track.title}"`);
      } catch (error) {
        if (!signal.aborted) deps.log.error({ err: error }, `demo: "${track.title}" could not be made`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  deps.log.info(`demo: ${done} of ${total} tracks in ${((deps.now() - started) / 1000).toFixed(1)} s`);
}
