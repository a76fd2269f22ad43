// Writes small files durably and atomically.
import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export function syncPath(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Replaces `file`, readable by its owner only. Two fsyncs. */
export function writeDurably(file: string, content: string | Uint8Array): void {
  const handle = openSync(`${file}.new`, 'w', 0o600);
  try {
    writeFileSync(handle, content);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(`${file}.new`, file);
  syncPath(dirname(file));
}
