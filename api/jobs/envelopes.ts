// Envelopes for recordings that have none, and previews for those that wait: from before there were any, or of a restored
// older backup. Can be killed at any time and started again: what has a row is whole, a blob without one is overwritten
// or swept away.
import { rm } from 'node:fs/promises';
import type { Deps } from '../deps.ts';
import { keepEnvelope } from '../storage/blobs.ts';
import { tracksWithoutEnvelope } from '../tracks/fileQueries.ts';
import { noteTrackEnvelope } from '../tracks/store.ts';
import { uploadsWithoutEnvelope } from '../uploads/queries.ts';
import { noteUploadEnvelope, noteUploadPreview, writePreview } from '../uploads/store.ts';

type EnvelopeDeps = Pick<Deps, 'db' | 'blobs' | 'temporary' | 'inspector' | 'log'>;

/** Answers whether the recording has one now. */
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
  const name = await keepEnvelope(blobs, file, envelope);
  if (name === null) return false;
  const isNoted = await db.transaction().execute(async (tx) => {
    const ofTrack = await noteTrackEnvelope(tx, file, name);
    await noteUploadPreview(tx, file, writePreview(preview));
    return (await noteUploadEnvelope(tx, file, name)) || ofTrack;
  });
  // The recording was taken away meanwhile.
  if (!isNoted) await blobs.remove(name);
  return isNoted;
}

/**
 * Makes every envelope that is missing, one after another at the lowest priority: uploads that come meanwhile have the
 * other thread. What cannot be made is logged and tried again at the next start. `signal` ends it after the one at work.
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
      if (!signal.aborted) deps.log.warn({ err: error, file }, 'an envelope could not be made');
    }
  }
  if (files.size > 0) deps.log.info({ made, of: files.size }, 'envelopes');
}
