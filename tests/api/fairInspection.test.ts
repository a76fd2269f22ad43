// Order of inspections: callers take turns, however many files one address sends.
import { execFileSync } from 'node:child_process';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createInspector } from '../../api/inspect/pool.ts';
import { recording } from '../support/server/testApp.ts';
import { temporaryFolder } from '../support/storage/temporaryFolder.ts';

const folder = temporaryFolder('fair');
const path = join(folder, 'recording.wav');
/** A file whose opening waits until the test opens it too. */
const heldPath = join(folder, 'held.wav');
const bytes = recording();
const inspector = createInspector();
beforeAll(async () => {
  await writeFile(path, bytes);
  execFileSync('mkfifo', [heldPath]);
});
afterAll(async () => {
  // A test that failed leaves threads that wait for the file.
  const writer = await open(heldPath, 'r+');
  await inspector.close();
  await writer.close();
});

test('inspects a stranger’s file beside the many of one address, which wait up to a limit', async () => {
  const ended: string[] = [];
  // The size gives each inspection minutes until it is stopped.
  const hold = (name: string) =>
    inspector.inspect(heldPath, 50 * 1024 * 1024, undefined, 'one address').then(
      () => ended.push(name),
      () => ended.push(name),
    );
  const many = Array.from({ length: 9 }, (_, index) => hold(`held ${index}`));
  await expect(inspector.inspect(path, bytes.length, undefined, 'one address')).rejects.toMatchObject({
    code: 'busy',
    headers: { 'Retry-After': '10' },
  });
  await inspector.inspect(path, bytes.length, undefined, 'a stranger');
  expect(ended).toEqual([]);
  const writer = await open(heldPath, 'r+');
  await Promise.all(many);
  await writer.close();
  expect(ended).toEqual(Array.from({ length: 9 }, (_, index) => `held ${index}`));
});
