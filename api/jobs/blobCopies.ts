// Blobs copied from one folder of blobs to another; they never change once written.
import { constants } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import type { BlobStore } from '../storage/blobs.ts';

/**
 * Copies what `to` lacks or holds in another size; each is durable under its name or not there. Returns the names that
 * neither side has.
 */
export async function copyBlobs(
  names: readonly string[],
  from: Pick<BlobStore, 'pathOf' | 'stat'>,
  to: BlobStore,
): Promise<string[]> {
  const missing: string[] = [];
  for (const name of names) {
    const [offered, held] = [await from.stat(name), await to.stat(name)];
    if (!offered && !held) missing.push(name);
    if (!offered || offered.size === held?.size) continue;
    const temporary = to.temporaryPath();
    await copyFile(from.pathOf(name), temporary, constants.COPYFILE_FICLONE);
    await to.adopt(temporary, name);
  }
  return missing;
}
