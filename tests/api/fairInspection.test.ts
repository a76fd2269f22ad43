// Whose uploads are looked at next: people take turns, however many files one address sends.
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

test('a stranger’s file is not looked at behind the many of one address, which wait up to a bound', async () => {
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
  // One of the other address may have been done before it, and one may end at the same moment.
  expect(done.filter((caller) => caller === 'one address').length).toBeLessThanOrEqual(2);
  await Promise.all(many);
  expect(done).toHaveLength(10);
});
