// Makes missing spectral envelopes of recordings and missing previews of waiting uploads, for example after an older backup was
// restored. If interrupted, it resumes at the next start.
import { rm } from 'node:fs/promises';
import type { Deps } from '../deps.ts';
import { storeEnvelope } from '../storage/blobs.ts';
import { tracksWithoutEnvelope } from '../tracks/fileQueries.ts';
import { noteTrackEnvelope } from '../tracks/store.ts';
import { uploadsWithoutEnvelope } from '../uploads/queries.ts';
import { noteUploadEnvelope, noteUploadPreview, writePreview } from '../uploads/store.ts';

type EnvelopeDeps = Pick<Deps, 'db' | 'blobs' | 'temporary' | 'inspector' | 'log'>;

/** Returns whether the recording has an envelope now. */
async function makeEnvelope(
  { db, blobs, temporary, inspector }: EnvelopeDeps,
  file: string,
): Promise<boolean> {
  const blob = await blobs.stat(file);
  if (!blob) return false;
  const path = temporary.path();
  const { envelope, preview } = await blobs
    .copyTo(file, path)
    .then(() => inspector.inspect(path, blob.size))
    .finally(() => rm(path, { force: true }));
  const name = await storeEnvelope(blobs, file, envelope);
  if (name === null) return false;
  const isNoted = await db.transaction().execute(async (tx) => {
    const ofTrack = await noteTrackEnvelope(tx, file, name);
    await noteUploadPreview(tx, file, writePreview(preview));
    return (await noteUploadEnvelope(tx, file, name)) || ofTrack;
  });
  // The recording was deleted meanwhile.
  if (!isNoted) await blobs.remove(name);
  return isNoted;
}

/**
 * Makes every missing envelope, one at a time at the lowest priority, so that uploads keep the other thread. Failures are logged
 * and tried again at the next start. `signal` stops it after the current one.
 */
export async function makeEnvelopes(deps: EnvelopeDeps, signal: AbortSignal): Promise<void> {
  const files = new Set([
    ...(await tracksWithoutEnvelope(deps.db)),
    ...(await uploadsWithoutEnvelope(deps.db)),
  ]);
  let made = 0;
  for (const file of files) {
    if (signal.aborted) return;
    try {
      if (await makeEnvelope(deps, file)) made++;
    } catch (error) {
      if (!signal.aborted)
        deps.log.warn({ err: error, file }, 'Could not make an envelope. The next start tries again.');
    }
  }
  if (files.size > 0) deps.log.info({ made, of: files.size }, 'Made missing envelopes');
}
