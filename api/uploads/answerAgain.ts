// The answer of an upload for whoever asks again. The hash in its receipt is made from the stored bytes each time: a
// plain hash tells who else has that file, so it is kept nowhere.
import { createHash } from 'node:crypto';
import type { Deps } from '../deps.ts';
import type { BlobStore } from '../storage/blobs.ts';
import { presentUpload } from './present.ts';
import { estimatedReviewTime, type UploadRow } from './queries.ts';

/** SHA-256 of a blob, lower-case hex; null when the blob is gone. */
async function hashOf(blobs: BlobStore, name: string): Promise<string | null> {
  const stored = await blobs.stat(name);
  if (!stored) return null;
  const hash = createHash('sha256');
  for await (const chunk of await blobs.read(name, 0, stored.size - 1)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Reads the stored file once. */
export async function answerAgain(deps: Deps, upload: UploadRow) {
  const sha256 = await hashOf(deps.blobs, upload.file);
  return presentUpload(upload, sha256, await estimatedReviewTime(deps.db));
}
