// The file of spent budgets: it drops expired entries, and neither a closed nor a failing file stops the server.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LIMIT_TABLE, openLimitStore } from '../../api/db/limitStore.ts';

const HOUR_MS = 3_600_000;
const SWEEP_MS = 300_000;
let folder: string;
let store: Awaited<ReturnType<typeof openLimitStore>>;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'aural-limits-'));
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearInterval', 'Date'] });
  store = await openLimitStore(join(folder, 'limits.db'));
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true });
});

const keys = () =>
  store.prepare(`select group_concat(key order by key) as keys from ${LIMIT_TABLE}`).get() as {
    keys: string;
  };

it('deletes entries that ended an hour ago and keeps the rest', () => {
  const insert = store.prepare(`insert into ${LIMIT_TABLE} values (?, 1, ?)`);
  insert.run('long ago', Date.now() - HOUR_MS - 1);
  insert.run('lately', Date.now() - HOUR_MS + 2 * SWEEP_MS);
  insert.run('running', Date.now() + HOUR_MS);
  vi.advanceTimersByTime(SWEEP_MS);
  expect(keys()).toEqual({ keys: 'lately,running' });
  store.close();
});

it('continues when its table cannot be read', () => {
  store.prepare(`drop table ${LIMIT_TABLE}`).run();
  expect(() => vi.advanceTimersByTime(2 * SWEEP_MS)).not.toThrow();
  store.close();
});

it('stops its sweep timer when the file is closed', () => {
  store.close();
  expect(vi.getTimerCount()).toBe(0);
});
