// A data directory that survives its application: opened, closed and opened again, as after a restart.
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../../../api/app.ts';
import { type Env, readEnv } from '../../../api/env.ts';
import { type OpenDeps, openDeps } from '../../../api/open.ts';
import { createTestDatabase, type TestDatabase, type WhereRowsAre } from '../database/database.ts';
import { storageSettings } from '../storage/testStore.ts';

export interface OpenApp {
  url: string;
  deps: OpenDeps;
  close(): Promise<void>;
}

export interface Installation {
  directory: string;
  env: Env;
  open(): Promise<OpenApp>;
  remove(): Promise<void>;
}

export async function createInstallation(
  extra: Record<string, string> = {},
  where?: WhereRowsAre,
): Promise<Installation> {
  const directory = await mkdtemp(join(tmpdir(), 'aural-installation-'));
  // Explicit settings may bring their own database.
  const database: TestDatabase =
    'DATABASE_URL' in extra
      ? { settings: {}, remove: async () => {} }
      : await createTestDatabase(directory, where);
  const env = readEnv({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    ...database.settings,
    ...storageSettings(directory),
    WEB_DIRECTORY: 'none',
    STORAGE_RESERVE_BYTES: '0',
    RATE_LIMIT_FACTOR: '1000',
    DEMO_MODE: 'off',
    // A second process on another one's rows has its own store.
    ...('DATABASE_URL' in extra ? { STORAGE_ADOPT: 'on' } : {}),
    ...extra,
  });
  return {
    directory,
    env,
    open: async () => {
      const deps = await openDeps(env);
      const server = createServer((await createApp(deps)).callback());
      // A test that searches files blocks this thread; connections must not time out meanwhile.
      server.keepAliveTimeout = 60_000;
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return {
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        deps,
        close: async () => {
          server.closeAllConnections();
          await new Promise((resolve) => server.close(resolve));
          await deps.close();
        },
      };
    },
    remove: async () => {
      await database.remove();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
