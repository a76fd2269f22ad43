// Seeding by the built server: if it is killed midway, it holds only complete tracks. The full run restarts it, which
// completes all thirteen.
import { spawn } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openRawDatabase } from '../../../api/db/driver.ts';
import { DEMO_TRACKS, DEMO_USER } from '../../../api/demo/tracks.ts';
import { isFull } from '../../support/server/scope.ts';
import { temporaryFolder } from '../../support/storage/temporaryFolder.ts';

const SERVER = fileURLToPath(new URL('../../../dist/api/server.js', import.meta.url));

interface Row {
  id: string;
  file: string;
  size: number;
  duration: number;
  lufs: number | null;
  cover: string;
  created_at: number;
  account_id: string;
}

const data = temporaryFolder('seed');

/** Runs the server on this test's data; polls `until` every 50 ms and then ends the run with `signal`. */
async function run(
  signal: 'SIGKILL' | 'SIGTERM',
  until: (log: string) => Promise<boolean> | boolean,
): Promise<string> {
  const child = spawn(process.execPath, [SERVER], {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: '0',
      DEMO_MODE: 'on',
      LOG_LEVEL: 'info',
      DATABASE_URL: `file:${join(data, 'aural.db')}`,
      STORAGE_URL: `file:${join(data, 'blobs')}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (log += chunk));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  while (child.exitCode === null && !(await until(log)))
    await new Promise((resolve) => setTimeout(resolve, 50));
  if (child.exitCode !== null) throw new Error(`the server ended by itself\n${log.slice(-4000)}`);
  child.kill(signal);
  await ended;
  return log;
}

async function rows(): Promise<Row[]> {
  const database = await openRawDatabase(join(data, 'aural.db'));
  try {
    return database.prepare('select * from tracks order by created_at desc').all() as Row[];
  } catch (error) {
    if (/no such table/.test(String(error))) return [];
    throw error;
  } finally {
    database.close();
  }
}

async function blobs(): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const entry of await readdir(join(data, 'blobs'), { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) found.set(entry.name, (await stat(join(entry.parentPath, entry.name))).size);
  }
  return found;
}

const isReady = (log: string) => log.includes('"ready"');

describe('a new database', () => {
  let afterKill: Row[];

  it('holds only complete tracks when the server is killed while it makes them', async () => {
    await run('SIGKILL', async () => (await rows()).length >= 3);
    afterKill = await rows();
    expect(afterKill.length).toBeGreaterThanOrEqual(3);
    expect(afterKill.length).toBeLessThan(13);
    const stored = await blobs();
    for (const row of afterKill) expect(stored.get(row.file)).toBe(row.size);
  });

  if (!isFull) return;

  it('is completed by the next start with all thirteen tracks and no duplicates (row 58)', async () => {
    const log = await run('SIGTERM', isReady);
    expect(log).toContain(`demo: making ${13 - afterKill.length} tracks`);
    const all = await rows();
    expect(all.map((row) => row.id)).toEqual(DEMO_TRACKS.map((track) => track.id));
    for (const before of afterKill) expect(all.find((row) => row.id === before.id)).toEqual(before);
    const stored = await blobs();
    for (const row of all) expect(stored.get(row.file)).toBe(row.size);
    expect([...stored.keys()].filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('stores each track as the engine measured it: exact length, −20 LUFS, a cover', async () => {
    const all = await rows();
    for (const [index, row] of all.entries()) {
      const track = DEMO_TRACKS[index] as (typeof DEMO_TRACKS)[0];
      expect(row.account_id).toBe(DEMO_USER.id);
      expect(Math.abs(row.duration - track.piece.seconds), track.id).toBeLessThan(1e-6);
      expect(Math.abs((row.lufs ?? 0) + 20), track.id).toBeLessThan(0.7);
      const cover = Buffer.from(row.cover, 'base64');
      expect(cover).toHaveLength(64);
      expect(Math.max(...cover)).toBeGreaterThan(60);
    }
    const newest = Date.now() - (all[0]?.created_at ?? 0);
    expect(newest).toBeGreaterThan(3600_000);
  });

  it('is unchanged by a third start, and a deleted track does not return', async () => {
    const database = await openRawDatabase(join(data, 'aural.db'));
    const victim = DEMO_TRACKS[5]?.id as string;
    database.prepare('delete from tracks where id = ?').run(victim);
    database.prepare("insert into ledger(id, kind, created_at) values (?, 'track', 0)").run(victim);
    database.close();
    const log = await run('SIGTERM', isReady);
    expect(log).not.toContain('demo: making');
    expect((await rows()).map((row) => row.id)).toEqual(
      DEMO_TRACKS.map((track) => track.id).filter((id) => id !== victim),
    );
  });
});
