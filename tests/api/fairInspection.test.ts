// Order of inspections: callers take turns, however many files one address sends.
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createInspector } from '../../api/inspect/pool.ts';
import { recording } from '../support/server/testApp.ts';

const path = join(tmpdir(), `aural-fair-${process.pid}.wav`);
const bytes = recording();
const inspector = createInspector();
beforeAll(() => writeFile(path, bytes));
afterAll(async () => {
  await inspector.close();
  await rm(path, { force: true });
});

test('inspects a stranger’s file before the many of one address, which wait up to a limit', async () => {
  const done: string[] = [];
  const look = async (caller: string) => {
    await inspector.inspect(path, bytes.length, undefined, caller);
    done.push(caller);
  };
  const many = Array.from({ length: 9 }, () => look('one address'));
  await expect(look('one address')).rejects.toMatchObject({
    code: 'busy',
    headers: { 'Retry-After': '10' },
  });
  await look('a stranger');
  // One file of the other address may finish before it, and one at the same moment.
  expect(done.filter((caller) => caller === 'one address').length).toBeLessThanOrEqual(2);
  await Promise.all(many);
  expect(done).toHaveLength(10);
});
