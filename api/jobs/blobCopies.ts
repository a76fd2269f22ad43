// Blobs copied from one store to another; they never change once written.
import { rm } from 'node:fs/promises';
import type { BlobStore } from '../storage/blobs.ts';
import type { TemporaryFiles } from '../storage/temporary.ts';

/**
 * Copies what `to` lacks or holds in another size; each is durable under its name or not there. Returns the names that
 * neither side has.
 */
export async function copyBlobs(
  names: readonly string[],
  from: Pick<BlobStore, 'copyTo' | 'stat'>,
  to: Pick<BlobStore, 'putFile' | 'stat'>,
  temporary: Pick<TemporaryFiles, 'path'>,
): Promise<string[]> {
  const missing: string[] = [];
  for (const name of names) {
    const [offered, held] = [await from.stat(name), await to.stat(name)];
    if (!offered && !held) missing.push(name);
    if (!offered || offered.size === held?.size) continue;
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
