// Servers that start together on an empty PostgreSQL: one does the work of a first start while the others wait. None
// fails, and nothing is made twice.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { DEMO_TRACKS } from '../../api/demo/tracks.ts';
import { readEnv } from '../../api/env.ts';
import { openStorage } from '../../api/storage/open.ts';
import { createServerHome, type ServerHome } from '../support/server/serverProcess.ts';
import { storageSettings } from '../support/storage/testStore.ts';

const CLUSTER = process.env.TEST_DATABASE_URL ?? '';
const AT_ONCE = 3;

async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

test('three servers that start together on an empty database all become ready and make everything once', async () => {
  const name = `aural_${randomUUID().replaceAll('-', '')}`;
  await query(CLUSTER, `create database ${name}`);
  const url = new URL(CLUSTER);
  url.pathname = `/${name}`;
  const directory = await mkdtemp(join(tmpdir(), 'aural-together-'));
  const settings = {
    DATABASE_URL: url.href,
    DATA_DIRECTORY: directory,
    DATABASE_CONNECTIONS: '4',
    ...storageSettings(directory),
  };
  const homes: ServerHome[] = [];
  try {
    for (let index = 0; index < AT_ONCE; index++)
      homes.push(await createServerHome({ ...settings, DEMO_MODE: 'on' }, ['dist/api/server.js']));
    const servers = await Promise.all(homes.map((home) => home.start(180_000)));
    const counts = await query<{ accounts: string; tracks: string; admins: string; ids: string }>(
      url.href,
      `select (select count(*) from accounts) as accounts, (select count(*) from tracks) as tracks,
        (select count(*) from accounts where role = 'admin') as admins,
        (select count(*) from settings where key in ('installation_id', 'server_key_check')) as ids`,
    );
    expect(counts).toEqual([{ accounts: '2', tracks: String(DEMO_TRACKS.length), admins: '1', ids: '2' }]);
    const blobs = await openStorage(readEnv(settings));
    const files: string[] = [];
    for await (const file of blobs.list()) files.push(file);
    blobs.close();
    expect(files).toHaveLength(2 * DEMO_TRACKS.length);
    // On a busy machine a server may give up its part, and the next server completes it.
    for (const server of servers) expect(server.log()).not.toMatch(/duplicate key|"level":60/);
  } finally {
    for (const home of homes) await home.remove();
    await query(CLUSTER, `drop database if exists ${name} with (force)`);
    await rm(directory, { recursive: true, force: true });
  }
});
