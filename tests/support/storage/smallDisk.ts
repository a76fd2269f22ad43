// A disk of a few megabytes that only one process and those who look through it see.
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';

const isRoot = process.getuid?.() === 0;
const unshare = ['unshare', isRoot ? '-m' : '-rm'];

/**
 * The command before a server's own that mounts the disk at `folder`; `rest` is what the shell appends to the server's
 * command line. Throws where mounts are not ours to make.
 */
export function onSmallDisk(folder: string, megabytes: number, rest = ''): string[] {
  if (spawnSync(unshare[0] ?? '', [...unshare.slice(1), 'true']).status !== 0) {
    throw new Error('not run: mounting a small disk needs root or user namespaces');
  }
  return [
    ...unshare,
    'sh',
    '-c',
    `mount -t tmpfs -o size=${megabytes}m tmpfs '${folder}' && exec "$@"${rest}`,
    'sh',
  ];
}

/** Where the disk of a process is found from outside of it. */
export const diskOf = (pid: number, folder: string): string => `/proc/${pid}/root${folder}`;

/** Takes the last bytes of a disk; answers the file that holds them. */
export function fillDisk(disk: string): string {
  const path = join(disk, 'filler');
  const filler = openSync(path, 'w');
  try {
    for (;;) writeSync(filler, Buffer.alloc(4096));
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
  } finally {
    closeSync(filler);
  }
  return path;
}
