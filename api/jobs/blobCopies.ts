// Blobs copied from one store to another; they never change once written.
import { rm } from 'node:fs/promises';
import type { NeededFile } from '../db/copy.ts';
import type { BlobStore } from '../storage/blobs.ts';
import type { TemporaryFiles } from '../storage/temporary.ts';

/**
 * Copies what `to` lacks; each is durable under its name or not there. What `to` has is replaced only when it has not the
 * size its row names and the other one has. Returns the names that neither side has.
 */
export async function copyBlobs(
  files: readonly NeededFile[],
  from: Pick<BlobStore, 'copyTo' | 'stat'>,
  to: Pick<BlobStore, 'putFile' | 'stat'>,
  temporary: Pick<TemporaryFiles, 'path'>,
): Promise<string[]> {
  const missing: string[] = [];
  for (const { name, size } of files) {
    const [offered, held] = [await from.stat(name), await to.stat(name)];
    if (!offered && !held) missing.push(name);
    if (!offered || (held && (held.size === size || offered.size !== size))) continue;
    const path = temporary.path();
    try {
      await from.copyTo(name, path);
      await to.putFile(name, path);
    } finally {
      await rm(path, { force: true });
    }
  }
  return missing;
}
