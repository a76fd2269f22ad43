// A folder for one test file.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** Removed after the file's last test, after its other hooks. Call it while the file is loaded, not in a hook or a test. */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `aural-${name}-`));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
