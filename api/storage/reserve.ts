// Bytes kept for the day the disk is full: SQLite refuses DELETE then, too, so what would make room could not be
// done. The file is given up for one such call and taken back when there is room again.

import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';

export interface Reserve {
  /** True when there was something to give up. */
  giveUp(): boolean;
  /** Tries to fill the file again; without room it stays as it was. */
  takeBack(): void;
}

const BLOCK_BYTES = 64 * 1024;

/** `directory` is on the volume of the database. */
export function openReserve(directory: string, bytes: number): Reserve {
  const path = join(directory, 'reserve');
  const size = () => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const reserve: Reserve = {
    giveUp: () => {
      const held = size() > 0;
      rmSync(path, { force: true });
      return held;
    },
    takeBack: () => {
      if (size() >= bytes) return;
      try {
        const file = openSync(path, 'w', 0o600);
        try {
          // Random, so that no file system saves the space by compressing it.
          const block = randomBytes(BLOCK_BYTES);
          for (let at = 0; at < bytes; at += BLOCK_BYTES)
            writeSync(file, block, 0, Math.min(BLOCK_BYTES, bytes - at));
          fsyncSync(file);
        } finally {
          closeSync(file);
        }
      } catch {
        // Half a reserve would only take what little is left.
        rmSync(path, { force: true });
      }
    },
  };
  reserve.takeBack();
  return reserve;
}
