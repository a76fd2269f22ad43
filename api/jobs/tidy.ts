// Leftovers of a crash: half-received files, and blobs whose deletion was committed but not done.
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Deps } from '../deps.ts';

/** Removes temporary files not written to for `olderThanMs`. Returns how many. */
export async function tidyTemporaryFiles(
  deps: Pick<Deps, 'blobs' | 'now'>,
  olderThanMs: number,
): Promise<number> {
  const directory = deps.blobs.temporaryDirectory;
  let removed = 0;
  for (const name of await readdir(directory)) {
    if (!name.endsWith('.part')) continue;
    const path = join(directory, name);
    const info = await stat(path).catch(() => null);
    if (!info || info.mtimeMs > deps.now() - olderThanMs) continue;
    await rm(path, { force: true });
    removed++;
  }
  return removed;
}
