// A disk of a few megabytes that only one process sees, and others through that process.
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';

const isRoot = process.getuid?.() === 0;
const unshare = ['unshare', isRoot ? '-m' : '-rm'];

/**
 * Command prefix that mounts the disk at `folder` before the server starts. `rest`: shell text appended to the server's
 * command line; `fill`: a command that runs after mounting. Throws where mounting is not permitted.
 */
export function onSmallDisk(folder: string, megabytes: number, { rest = '', fill = 'true' } = {}): string[] {
  if (spawnSync(unshare[0] ?? '', [...unshare.slice(1), 'true']).status !== 0) {
    throw new Error('not run: mounting a small disk needs root or user namespaces');
  }
  return [
    ...unshare,
    'sh',
    '-c',
    `mount -t tmpfs -o size=${megabytes}m tmpfs '${folder}' && { ${fill}; exec "$@"${rest}; }`,
    'sh',
  ];
}

/** Path of a process's disk from outside the process. */
export const diskOf = (pid: number, folder: string): string => `/proc/${pid}/root${folder}`;

/** Fills the disk; returns the file that takes its last bytes. */
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
