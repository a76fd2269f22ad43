// A real application on a free port: its own database and blobs in a temporary folder, the real engine.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureAdmin } from '../../../api/accounts/admin.ts';
import { createApp } from '../../../api/app.ts';
import { newCounts } from '../../../api/connections/counts.ts';
import type { Deps } from '../../../api/deps.ts';
import { readEnv } from '../../../api/env.ts';
import { type OpenDeps, openDeps } from '../../../api/open.ts';
import { createSocketServer } from '../../../api/sockets.ts';
import { BLOB_NAME } from '../../../api/storage/blobs.ts';
import { writeWav } from '../audio/wav.ts';
import { createTestDatabase, type WhereRowsAre } from '../database/database.ts';
import { storageSettings } from '../storage/testStore.ts';
import { type Client, signIn } from './publish.ts';
import { voice } from './voice.ts';

export interface TestApp {
  url: string;
  deps: Deps;
  /** Moves the server's clock. */
  advance(milliseconds: number): void;
  /** Names of half-received files: on this machine, and as pieces in the store. */
  temporaryFiles(): Promise<string[]>;
  /** Names of stored audio files, with envelopes. */
  blobNames(): Promise<string[]>;
  admin(): Promise<Client>;
  close(): Promise<void>;
}

export interface TestAppOptions {
  env?: Record<string, string>;
  deps?: Partial<Deps>;
  rows?: WhereRowsAre;
}

const ADMIN = { username: 'chief', password: 'Correct-Horse-9' };

export async function createTestApp({
  env = {},
  deps: own = {},
  rows,
}: TestAppOptions = {}): Promise<TestApp> {
  const directory = await mkdtemp(join(tmpdir(), 'aural-api-'));
  const database = await createTestDatabase(directory, rows);
  let offset = 0;
  const opened: OpenDeps = await openDeps(
    readEnv({
      NODE_ENV: 'test',
      LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
      ...database.settings,
      ...storageSettings(directory),
      WEB_DIRECTORY: 'none',
      STORAGE_RESERVE_BYTES: '0',
      DATABASE_RESERVE_BYTES: '65536',
      RATE_LIMIT_FACTOR: '1000',
      ...env,
    }),
  );
  const deps: Deps = { ...opened, now: () => Date.now() + offset, ...own };
  const counts = newCounts();
  const koa = await createApp(deps, { ready: true }, counts);
  const server: Server = createSocketServer(koa.callback(), { behindProxy: false, counts });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const list = async (iterable: AsyncIterable<string>) => {
    const names: string[] = [];
    for await (const name of iterable) names.push(name);
    return names;
  };
  return {
    url,
    deps,
    advance: (milliseconds) => {
      offset += milliseconds;
    },
    temporaryFiles: async () => {
      // Folders in it belong to other processes that share the directory.
      const entries = await readdir(deps.temporary.directory, { withFileTypes: true });
      const names = new Set(entries.filter((entry) => entry.isFile()).map(({ name }) => name));
      for await (const { name } of deps.blobs.pieces.list()) names.add(name);
      return [...names];
    },
    blobNames: async () => (await list(deps.blobs.list())).filter((name) => BLOB_NAME.test(name)),
    admin: async () => {
      await ensureAdmin(deps.db, ADMIN, deps.now(), deps.keys.audit);
      return signIn(url, ADMIN.username, ADMIN.password);
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await opened.close();
      await database.remove();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

let serial = 0;
const takes = new Map<number, Float32Array>();

/** A new recording: `seconds` of a voice, with a unique number in its last samples. */
export function recording(seconds = 6): Buffer {
  const take = takes.get(seconds) ?? voice(seconds, 8000);
  takes.set(seconds, take);
  const samples = take.slice();
  serial++;
  for (let bit = 0; bit < 16; bit++) samples[samples.length - 1 - bit] = (serial >> bit) & 1 ? 0.1 : -0.1;
  return writeWav({ sampleRate: 8000, channels: [samples] });
}
