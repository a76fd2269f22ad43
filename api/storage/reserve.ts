// A reserve file for a full disk: SQLite then refuses even DELETE, so nothing could make room. The file is deleted for such a
// request and created again when there is room.

import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';

export interface Reserve {
  /** Deletes the file. Returns whether there was one. */
  giveUp(): boolean;
  /** Tries to create the file again. Without room nothing changes. */
  takeBack(): void;
}

const BLOCK_BYTES = 64 * 1024;
/** SQLite opens no file in WAL mode without some free space. */
const STARTING_BYTES = 1024 * 1024;

const pathIn = (directory: string): string => join(directory, 'reserve');

/** Deletes the reserve on a full disk, so that the databases can be opened. Call before that. */
export function makeRoomToStart(directory: string): void {
  if (!existsSync(pathIn(directory))) return;
  const { bavail, bsize } = statfsSync(directory);
  if (bavail * bsize < STARTING_BYTES) rmSync(pathIn(directory), { force: true });
}

/** `directory` is on the volume of the database. */
export function openReserve(directory: string, bytes: number): Reserve {
  const path = pathIn(directory);
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
          // Random, because some file systems compress.
          const block = randomBytes(BLOCK_BYTES);
          for (let at = 0; at < bytes; at += BLOCK_BYTES)
            writeSync(file, block, 0, Math.min(BLOCK_BYTES, bytes - at));
          fsyncSync(file);
        } finally {
          closeSync(file);
        }
      } catch {
        // A partial reserve would only use up the remaining space.
        rmSync(path, { force: true });
      }
    },
  };
  reserve.takeBack();
  return reserve;
}
