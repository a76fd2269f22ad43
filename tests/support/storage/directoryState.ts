// The contents of a directory, and copies of it: for tests that damage one and check the result.
import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const filesBelow = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

/** A line per file: its path and a digest of its bytes. */
export const stateOf = (directory: string): string[] =>
  filesBelow(directory).map(
    (path) =>
      `${path.slice(directory.length)} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`,
  );

/** Paths of the files that contain `words`. */
export const filesHolding = (directory: string, words: string): string[] =>
  filesBelow(directory).filter((path) => readFileSync(path, 'latin1').includes(words));

/** Replaces `to` with a copy of `from`. */
export function copyDirectory(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true });
}
