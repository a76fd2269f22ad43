// The recordings of an installation survive every start with a wrong database or store, in a folder or a bucket, with SQLite or
// PostgreSQL. The server refuses to start, and all audio is still there.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEnv } from '../../api/env.ts';
import { matchStore, StoreMismatch } from '../../api/jobs/ownStore.ts';
import { runJobs } from '../../api/jobs/schedule.ts';
import { openDeps } from '../../api/open.ts';
import { BLOB_NAME, type BlobStore, INSTALLATION_FILE } from '../../api/storage/blobs.ts';
import { openStorage } from '../../api/storage/open.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/database.ts';
import { program } from '../support/engine/program.ts';
import { actor, track } from '../support/server/actors.ts';
import { createInstallation, type Installation, type OpenApp } from '../support/server/installation.ts';
import { createServerHome } from '../support/server/serverProcess.ts';
import { createTestApp } from '../support/server/testApp.ts';
import { get } from '../support/server/wire.ts';
import { inBucket, storageSettings } from '../support/storage/testStore.ts';

const DAY_MS = 24 * 3600 * 1000;
/** More than the sweep moves when they have no row. */
const RECORDINGS = 13;

interface Instance {
  directory: string;
  database: TestDatabase;
  rows: Record<string, string>;
  audio: Record<string, string>;
}

const instances: Instance[] = [];

async function instance(): Promise<Instance> {
  const directory = await mkdtemp(join(tmpdir(), 'aural-own-'));
  const database = await createTestDatabase(directory);
  const made = { directory, database, rows: database.settings, audio: storageSettings(directory) };
  instances.push(made);
  return made;
}

afterAll(async () => {
  for (const { directory, database } of instances) {
    await database.remove();
    await rm(directory, { recursive: true, force: true });
  }
});

/** Opens and closes an application with these settings; `work` gets it. */
async function open<T>(settings: Record<string, string>, work: (app: OpenApp) => Promise<T>): Promise<T> {
  const home = await createInstallation({ STORAGE_ADOPT: '', ...settings });
  try {
    const app = await home.open();
    return await work(app).finally(app.close);
  } finally {
    await home.remove();
  }
}
const openOnce = (settings: Record<string, string>) => open(settings, async () => {});

/** Why the server does not start. */
const refusal = (settings: Record<string, string>): Promise<string> =>
  openDeps(readEnv({ LOG_LEVEL: 'silent', ...settings })).then(
    async (deps) => {
      await deps.close();
      return 'started';
    },
    (error: Error) => error.message,
  );

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

const audible = async ({ url: server }: OpenApp): Promise<number> => {
  const { json } = await get({ url: server, cookie: '' }, 'getTracks', { limit: '50' });
  let playable = 0;
  for (const { url } of json.data as { url: string }[]) {
    const reply = await fetch(new URL(url, server));
    if (reply.ok && (await reply.arrayBuffer()).byteLength > 1000) playable++;
  }
  return playable;
};

describe('thirteen recordings survive', () => {
  let full: Instance;
  let other: Instance;
  let names: string[];

  beforeAll(async () => {
    full = await instance();
    await open({ ...full.rows, ...full.audio }, async (app) => {
      const owner = await actor(app, 'user');
      for (let count = 0; count < RECORDINGS; count++) await track(app, owner);
      for (const { file } of await app.deps.db.selectFrom('tracks').select('file').execute())
        await app.deps.blobs.put(file, Buffer.alloc(2000, 'audio'));
    });
    names = await namesIn(full.audio);
    await age(full);
    other = await instance();
    await openOnce({ ...other.rows, ...other.audio });
  });

  /** The matching pair starts, and after its jobs have run, all audio is there. */
  const stillThere = async () => {
    expect(await namesIn(full.audio)).toEqual(names);
    await open({ ...full.rows, ...full.audio }, async (app) => {
      await runJobs(app.deps);
      expect(await audible(app)).toBe(RECORDINGS);
    });
  };

  it('a start with an empty or a missing database', async () => {
    const empty = await instance();
    for (const rows of [
      empty.rows,
      inBucket ? empty.rows : { DATABASE_URL: `file:${empty.directory}/none.db` },
    ]) {
      const message = await refusal({ ...rows, ...full.audio });
      expect(message).toMatch(
        /The database .* \(DATABASE_URL\) is empty, but the audio store .* \(STORAGE_URL\) holds/,
      );
      expect(message).toContain('STORAGE_ADOPT=on');
    }
    await stillThere();
  });

  it('a start of the shipped server with the database of another installation, which ends it', async () => {
    const child = spawn(process.execPath, program('server'), {
      env: { ...process.env, HOST: '127.0.0.1', PORT: '0', ...other.rows, ...full.audio },
      stdio: ['ignore', 'ignore', 'pipe'],
      // A server that starts would run on.
      timeout: 50_000,
      killSignal: 'SIGKILL',
    });
    let output = '';
    child.stderr.on('data', (chunk) => (output += chunk));
    const [code] = (await once(child, 'close')) as [number | null];
    expect(output).toMatch(/\(DATABASE_URL\) and the audio store .* belong to different installations/);
    expect(code).toBe(1);
    await stillThere();
  });

  it('a start with the store of another installation, or with an empty one', async () => {
    expect(await refusal({ ...full.rows, ...other.audio })).toMatch(/belong to different installations/);
    const empty = await instance();
    expect(await refusal({ ...full.rows, ...empty.audio })).toMatch(
      /does not hold the recordings that the database .* names/,
    );
    await stillThere();
  });

  it('a start that adopts the store with an empty database, and its jobs', async () => {
    const empty = await instance();
    const home = await createServerHome(
      { ...empty.rows, ...full.audio, STORAGE_ADOPT: 'on' },
      program('server'),
    );
    const server = await home.start();
    await expect.poll(server.log).toContain('STORAGE_ADOPT is on');
    await server.kill();
    await home.remove();
    await open({ ...empty.rows, ...full.audio }, ({ deps }) => runJobs(deps));
    expect(await namesIn(full.audio)).toEqual(names);
    // The store belongs to the other installation until it is adopted back.
    expect(await refusal({ ...full.rows, ...full.audio })).toMatch(/different installations/);
    await openOnce({ ...full.rows, ...full.audio, STORAGE_ADOPT: 'on' });
    await stillThere();
  });
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
  await openOnce({ ...home.rows, ...home.audio });
  await openOnce({ ...foreign.rows, ...foreign.audio });
  const next = storageSettings(join(home.directory, 'next'));
  const moving = { ...home.rows, ...next, STORAGE_FORMER_URL: home.audio.STORAGE_URL ?? '' };
  await openOnce(moving);
  expect(await inStore(next, (blobs) => blobs.owners())).toEqual(
    await inStore(home.audio, (blobs) => blobs.owners()),
  );
  expect(await refusal({ ...moving, STORAGE_FORMER_URL: foreign.audio.STORAGE_URL ?? '' })).toMatch(
    /\(STORAGE_URL\) with .* \(STORAGE_FORMER_URL\) belong to different installations/,
  );
});

it('jobs delete no audio, upload or piece while another installation owns the store, and log it', async () => {
  const app = await createTestApp();
  const lines: string[] = [];
  const log = Object.assign(Object.create(app.deps.log), {
    error: (_fields: unknown, message: string) => lines.push(message),
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
