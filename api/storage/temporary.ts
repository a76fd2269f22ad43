// Local files of a running request or job: audio being received, copies for the engine. The folder belongs to one process
// (`instanceLock.ts`), so every file there at its start is a leftover.
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

export interface TemporaryFiles {
  readonly directory: string;
  /** A new unique path. */
  path(): string;
  /** Deletes files not written to since `before` (ms since 1970). Returns how many. */
  removeOlder(before: number): Promise<number>;
  /** Free bytes on the volume. */
  freeBytes(): Promise<number>;
}

const ENDING = '.part';

/** Creates the folder at once, so that a wrong setting fails at start, not at the first upload. */
export function openTemporaryFiles(directory: string): TemporaryFiles {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  return {
    directory,
    path: () => join(directory, `${randomBytes(16).toString('hex')}${ENDING}`),
    removeOlder: async (before) => {
      let removed = 0;
      for (const name of await readdir(directory)) {
        if (!name.endsWith(ENDING)) continue;
        const path = join(directory, name);
        const info = await stat(path).catch(() => null);
        if (!info || info.mtimeMs > before) continue;
        await rm(path, { force: true });
        removed++;
      }
      return removed;
    },
    freeBytes: async () => {
      const volume = await statfs(directory);
      return volume.bavail * volume.bsize;
    },
  };
}
