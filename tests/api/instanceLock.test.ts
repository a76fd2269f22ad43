// The lock of an installation: exclusive under every path to it, and released when the process ends.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { holdInstallation, holdInstance } from '../../api/db/instanceLock.ts';

const ROOT = new URL('../../', import.meta.url).pathname;
let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'aural-lock-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** Another process that holds `file` until it is killed. */
async function otherHolder(file: string) {
  const script = `
    import { holdInstance } from './api/db/instanceLock.ts';
    try { await holdInstance(${JSON.stringify(file)}, 'It'); console.log('held'); setInterval(() => {}, 1000); }
    catch (error) { console.log(error.message); }`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = once(child, 'exit');
  const [output] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    output: String(output).trim(),
    kill: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

describe('the lock of an instance', () => {
  it('is refused to a second process, and free at once when the first is killed', async () => {
    const file = join(directory, 'x.lock');
    const first = await otherHolder(file);
    expect(first.output).toBe('held');
    await expect(holdInstance(file, 'The thing')).rejects.toThrow(
      `The thing is in use by another process, which holds ${file}. Stop that process first.`,
    );
    await first.kill();
    const lock = await holdInstance(file, 'The thing');
    const second = await otherHolder(file);
    expect(second.output).toContain('in use by another process');
    await second.kill();
    lock.release();
    lock.release();
  });

  it('is also refused to the same process, and leaves no files behind', async () => {
    const file = join(directory, 'new/folder/x.lock');
    const lock = await holdInstance(file, 'It');
    await expect(holdInstance(file, 'It')).rejects.toThrow('in use');
    const another = await otherHolder(file);
    expect(another.output).toContain('in use');
    await another.kill();
    expect(readdirSync(join(directory, 'new/folder'))).toEqual(['x.lock']);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    lock.release();
    (await holdInstance(file, 'It')).release();
  });

  it('covers the database under every path, and the audio with another database', async () => {
    mkdirSync(join(directory, 'a'));
    symlinkSync(join(directory, 'a'), join(directory, 'b'));
    const blobDirectory = join(directory, 'blobs');
    const databaseFile = join(directory, 'a/aural.db');
    const places = (file: string, folder: string) => ({
      databaseFile: file,
      storage: { kind: 'disk' as const, directory: folder },
      temporaryDirectory: join(folder, 'tmp'),
    });
    const lock = await holdInstallation(places(databaseFile, blobDirectory));
    const refused = (database: string, blobs: string) =>
      holdInstallation(places(join(directory, database), join(directory, blobs))).then(
        () => 'held',
        (error: Error) => error.message,
      );
    expect(await refused('b/aural.db', 'others')).toMatch(/\/b\/aural\.db \(DATABASE_URL\) is in use/);
    expect(await refused('other.db', 'blobs')).toMatch(/\/blobs \(STORAGE_URL\) is in use/);
    // A refusal because of the audio releases the lock of the database.
    expect(await refused('other.db', 'others')).toBe('held');
    lock.release();
    expect(await refused('a/aural.db', 'blobs')).toBe('held');
  });
});
