// The shipped server as its own process, for tests that kill it, read its log or watch its memory.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './freePort.mjs';

const ROOT = new URL('../../../', import.meta.url).pathname;
export const CHIEF = { username: 'chief', password: 'Correct-Horse-9' };

export interface RunningServer {
  url: string;
  pid: number;
  /** Everything it has written to stdout and stderr. */
  log(): string;
  /** SIGKILL; resolves when the process has ended. */
  kill(): Promise<void>;
}

export interface ServerHome {
  directory: string;
  databaseFile: string;
  /** Rejects when it is not ready within `patienceMs`. */
  start(patienceMs?: number): Promise<RunningServer>;
  remove(): Promise<void>;
}

const PATIENCE_MS = 30_000;
const SHIPPED = ['dist/api/server.js'];

/** A data directory with an admin named `CHIEF`; budgets are large unless `extra` reduces them. */
export async function createServerHome(
  extra: Record<string, string> = {},
  program: readonly string[] = SHIPPED,
): Promise<ServerHome> {
  const directory = await mkdtemp(join(tmpdir(), 'aural-process-'));
  const databaseFile = join(directory, 'aural.db');
  const children: ChildProcess[] = [];
  return {
    directory,
    databaseFile,
    remove: async () => {
      // A failed test may leave processes running.
      for (const child of children) child.kill('SIGKILL');
      await rm(directory, { recursive: true, force: true });
    },
    start: async (patienceMs = PATIENCE_MS) => {
      const port = await freePort();
      const child = spawn(process.execPath, program, {
        cwd: ROOT,
        env: {
          ...process.env,
          HOST: '127.0.0.1',
          PORT: String(port),
          DATABASE_URL: `file:${databaseFile}`,
          STORAGE_URL: `file:${join(directory, 'blobs')}`,
          STORAGE_RESERVE_BYTES: '0',
          DEMO_MODE: 'off',
          RATE_LIMIT_FACTOR: '100000',
          LOG_LEVEL: 'warn',
          ADMIN_USERNAME: CHIEF.username,
          ADMIN_PASSWORD: CHIEF.password,
          ...extra,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      children.push(child);
      let log = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (log += chunk));
      const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
      const url = `http://127.0.0.1:${port}`;
      for (let tries = 0; tries < patienceMs / 50; tries++) {
        if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}\n${log}`);
        const isReady = await fetch(`${url}/healthz`).then(
          (reply) => reply.ok,
          () => false,
        );
        if (isReady) {
          return {
            url,
            pid: child.pid ?? 0,
            log: () => log,
            kill: () => {
              child.kill('SIGKILL');
              return gone;
            },
          };
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      child.kill('SIGKILL');
      throw new Error(`the server was not ready in time\n${log}`);
    },
  };
}
