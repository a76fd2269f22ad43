// The demo recordings survive every start with a wrong database or store, in a folder or a bucket, with SQLite or
// PostgreSQL. The server refuses to start, and all audio is still there.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedDemo } from '../../api/demo/seed.ts';
import { DEMO_TRACKS } from '../../api/demo/tracks.ts';
import { readEnv } from '../../api/env.ts';
import { matchStore, StoreMismatch } from '../../api/jobs/ownStore.ts';
import { runJobs } from '../../api/jobs/schedule.ts';
import { openDeps } from '../../api/open.ts';
import { BLOB_NAME, type BlobStore, INSTALLATION_FILE } from '../../api/storage/blobs.ts';
import { openStorage } from '../../api/storage/open.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/database.ts';
import { program } from '../support/engine/program.ts';
import { actor, track } from '../support/server/actors.ts';
import { createInstallation, type Installation } from '../support/server/installation.ts';
import { createServerHome, type RunningServer } from '../support/server/serverProcess.ts';
import { createTestApp } from '../support/server/testApp.ts';
import { get } from '../support/server/wire.ts';
import { inBucket, storageSettings } from '../support/storage/testStore.ts';

const DAY_MS = 24 * 3600 * 1000;
/** The jobs of a start begin within this time. */
const JOBS_MS = 6000;

interface Instance {
  directory: string;
  database: TestDatabase;
  rows: Record<string, string>;
  audio: Record<string, string>;
}

const houses: Instance[] = [];

async function instance(): Promise<Instance> {
  const directory = await mkdtemp(join(tmpdir(), 'aural-own-'));
  const database = await createTestDatabase(directory);
  const made = { directory, database, rows: database.settings, audio: storageSettings(directory) };
  houses.push(made);
  return made;
}

afterAll(async () => {
  for (const { directory, database } of houses) {
    await database.remove();
    await rm(directory, { recursive: true, force: true });
  }
});

const start = async (settings: Record<string, string>): Promise<RunningServer & { end(): Promise<void> }> => {
  const home = await createServerHome({ DEMO_MODE: 'on', ...settings }, program('server'));
  const server = await home.start();
  return {
    ...server,
    end: async () => {
      await server.kill();
      await home.remove();
    },
  };
};

/** Exit code and output of a refused start. */
async function refused(settings: Record<string, string>): Promise<{ code: number; words: string }> {
  const child = spawn(process.execPath, program('server'), {
    env: { ...process.env, HOST: '127.0.0.1', PORT: '0', DEMO_MODE: 'off', LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let words = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (words += chunk));
  const timer = setTimeout(() => child.kill('SIGKILL'), JOBS_MS + 30_000);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(timer);
  return { code: code ?? -1, words };
}

async function inStore<T>(
  settings: Record<string, string>,
  work: (blobs: BlobStore) => Promise<T>,
): Promise<T> {
  const blobs = await openStorage(readEnv(settings));
  return work(blobs).finally(blobs.close);
}

const namesIn = (settings: Record<string, string>) =>
  inStore(settings, async (blobs) => {
    const names: string[] = [];
    for await (const name of blobs.list()) names.push(name);
    return names.sort();
  });

/** As if everything were a day old; objects of a bucket keep their times. */
async function age({ directory }: Instance): Promise<void> {
  if (inBucket) return;
  const yesterday = new Date(Date.now() - DAY_MS);
  for (const name of await readdir(join(directory, 'blobs'), { recursive: true }))
    if (BLOB_NAME.test(name.slice(3))) await utimes(join(directory, 'blobs', name), yesterday, yesterday);
}

const audible = async (server: RunningServer): Promise<number> => {
  const { json } = await get({ url: server.url, cookie: '' }, 'getTracks', { limit: '50' });
  let heard = 0;
  for (const { url } of json.data as { url: string }[]) {
    const reply = await fetch(new URL(url, server.url));
    if (reply.ok && (await reply.arrayBuffer()).byteLength > 1000) heard++;
  }
  return heard;
};

describe('the thirteen demo tracks survive', () => {
  let demo: Instance;
  let other: Instance;
  let names: string[];

  beforeAll(async () => {
    demo = await instance();
    const deps = await openDeps(readEnv({ LOG_LEVEL: 'silent', ...demo.rows, ...demo.audio }));
    await seedDemo(deps, new AbortController().signal);
    await deps.close();
    names = await namesIn(demo.audio);
    await age(demo);
    other = await instance();
    await (await start({ ...other.rows, ...other.audio, DEMO_MODE: 'off' })).end();
  }, 180_000);

  /** The matching pair starts, and after its jobs have run, all audio is there. */
  const stillThere = async () => {
    expect(await namesIn(demo.audio)).toEqual(names);
    const server = await start({ ...demo.rows, ...demo.audio });
    expect(await audible(server)).toBe(DEMO_TRACKS.length);
    await server.end();
  };

  it('a start with an empty or a missing database', async () => {
    const empty = await instance();
    for (const rows of [
      empty.rows,
      inBucket ? empty.rows : { DATABASE_URL: `file:${empty.directory}/none.db` },
    ]) {
      const { code, words } = await refused({ ...rows, ...demo.audio });
      expect(words).toMatch(
        /The database .* \(DATABASE_URL\) is empty, but the audio store .* \(STORAGE_URL\) holds/,
      );
      expect(words).toContain('STORAGE_ADOPT=on');
      expect(code).toBe(1);
    }
    await stillThere();
  }, 180_000);

  it('a start with the database of another installation', async () => {
    const { code, words } = await refused({ ...other.rows, ...demo.audio });
    expect(words).toMatch(/\(DATABASE_URL\) and the audio store .* belong to different installations/);
    expect(code).toBe(1);
    await stillThere();
  }, 180_000);

  it('a start with the store of another installation, or with an empty one', async () => {
    expect((await refused({ ...demo.rows, ...other.audio })).words).toMatch(
      /belong to different installations/,
    );
    const empty = await instance();
    const { code, words } = await refused({ ...demo.rows, ...empty.audio });
    expect(words).toMatch(/does not hold the recordings that the database .* names/);
    expect(code).toBe(1);
    await stillThere();
  }, 180_000);

  it('a start that adopts the store with an empty database, and its jobs', async () => {
    const empty = await instance();
    const server = await start({ ...empty.rows, ...demo.audio, STORAGE_ADOPT: 'on', DEMO_MODE: 'off' });
    await expect.poll(() => server.log(), { timeout: 30_000 }).toContain('STORAGE_ADOPT is on');
    await new Promise((resolve) => setTimeout(resolve, JOBS_MS));
    await server.end();
    expect(await namesIn(demo.audio)).toEqual(names);
    // The store belongs to the other installation until it is adopted back.
    expect((await refused({ ...demo.rows, ...demo.audio })).words).toMatch(/different installations/);
    await (await start({ ...demo.rows, ...demo.audio, STORAGE_ADOPT: 'on' })).end();
    await stillThere();
  }, 180_000);
});

describe('an installation from before installation ids', () => {
  /** A store with one recording per row, and no id on either side. */
  async function older(): Promise<Installation> {
    const home = await createInstallation();
    const app = await home.open();
    const owner = await actor(app, 'user');
    for (let count = 0; count < 3; count++) await track(app, owner);
    for (const { file } of await app.deps.db.selectFrom('tracks').select('file').execute())
      await app.deps.blobs.put(file, Buffer.from('audio'));
    await app.deps.db.deleteFrom('settings').where('key', '=', 'installation_id').execute();
    await app.deps.blobs.claim('');
    await app.close();
    return home;
  }
  const idsOf = async (home: Installation) => {
    const app = await home.open();
    const row = await app.deps.db
      .selectFrom('settings')
      .select('value')
      .where('key', '=', 'installation_id')
      .executeTakeFirst();
    const ids = [row?.value ?? null, ...(await app.deps.blobs.owners())];
    await app.close();
    return ids;
  };

  it('gets an id on both sides when the store holds the files that the rows name', async () => {
    const home = await older();
    const [rows, store] = await idsOf(home);
    expect(rows).toMatch(/^[0-9a-f-]{36}$/);
    expect(store).toBe(rows);
    expect(await idsOf(home)).toEqual([rows, rows]);
    await home.remove();
  });

  it('is refused when most of the files are missing', async () => {
    const home = await older();
    await openStorage(home.env).then(async (blobs) => {
      const names: string[] = [];
      for await (const name of blobs.list()) names.push(name);
      for (const name of names.slice(1)) await blobs.remove(name);
      blobs.close();
    });
    await expect(home.open()).rejects.toThrow(StoreMismatch);
    await home.remove();
  });

  it('completes an id that a crash left on only one side', async () => {
    for (const side of ['rows', 'store'] as const) {
      const home = await older();
      const [id] = await idsOf(home);
      const app = await home.open();
      if (side === 'store')
        await app.deps.db.deleteFrom('settings').where('key', '=', 'installation_id').execute();
      else await app.deps.blobs.claim('');
      await app.close();
      expect(await idsOf(home)).toEqual([id, id]);
      await home.remove();
    }
  });
});

it('claims a new empty store next to the former one, and refuses a former one of another installation', async () => {
  const [home, foreign] = [await instance(), await instance()];
  await (await start({ ...home.rows, ...home.audio, DEMO_MODE: 'off' })).end();
  await (await start({ ...foreign.rows, ...foreign.audio, DEMO_MODE: 'off' })).end();
  const next = storageSettings(join(home.directory, 'next'));
  const moving = { ...home.rows, ...next, STORAGE_FORMER_URL: home.audio.STORAGE_URL ?? '' };
  await (await start({ ...moving, DEMO_MODE: 'off' })).end();
  expect(await inStore(next, (blobs) => blobs.owners())).toEqual(
    await inStore(home.audio, (blobs) => blobs.owners()),
  );
  const wrong = await refused({ ...moving, STORAGE_FORMER_URL: foreign.audio.STORAGE_URL ?? '' });
  expect(wrong.words).toMatch(
    /\(STORAGE_URL\) with .* \(STORAGE_FORMER_URL\) belong to different installations/,
  );
}, 120_000);

it('jobs delete no audio, upload or piece while another installation owns the store, and log it', async () => {
  const app = await createTestApp();
  const lines: string[] = [];
  const log = Object.assign(Object.create(app.deps.log), {
    error: (_fields: unknown, words: string) => lines.push(words),
  });
  try {
    const doomed = `${'d'.repeat(32)}.mp3`;
    await app.deps.blobs.put(doomed, Buffer.from('audio'));
    await app.deps.db.insertInto('doomed_blobs').values({ file: doomed, created_at: 0 }).execute();
    const pieces = `${'e'.repeat(32)}.resume`;
    await app.deps.blobs.pieces.begin(pieces);
    await app.deps.blobs.claim('00000000-0000-4000-8000-000000000000');
    app.advance(DAY_MS);
    await runJobs({ ...app.deps, log });
    expect(await app.blobNames()).toEqual([doomed]);
    expect(await app.deps.blobs.pieces.received(pieces)).toBe(0);
    expect(lines.join()).toContain('No audio is deleted');
    await matchStore({ ...app.deps, env: { ...app.deps.env, adoptsStorage: true } });
    await runJobs({ ...app.deps, log });
    expect(await app.blobNames()).toEqual([]);
    expect(await app.deps.blobs.pieces.received(pieces)).toBeNull();
  } finally {
    await app.close();
  }
});

it('no list, sweep or move treats the installation id as a blob', async () => {
  expect(BLOB_NAME.test(INSTALLATION_FILE)).toBe(false);
  const app = await createTestApp();
  const names: string[] = [];
  for await (const name of app.deps.blobs.list()) names.push(name);
  expect(names).toEqual([]);
  expect((await app.deps.blobs.owners())[0]).toMatch(/^[0-9a-f-]{36}$/);
  await app.close();
});
