// A server for one test: the built one, on a free port, with its own database and blobs.
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from './freePort.mjs';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

export interface TestServer {
  url: string;
  /** Data directory: database and blobs. */
  data: string;
  env: NodeJS.ProcessEnv;
  pid: number;
  /** Sends SIGTERM and waits for the end. */
  stop(): Promise<void>;
  /** Null while it runs, or after a signal. */
  exitCode(): number | null;
}

/** Settings for a first start on rows and audio that a test has prepared. */
export const PREFILLED = { STORAGE_ADOPT: 'on', SERVER_KEY_REPLACE: 'on' };

export interface StartOptions {
  /** Command prefix, as `['strace', '-f']`. */
  wrap?: string[];
  /** An existing data directory, which is not removed. */
  data?: string;
  /** The port of a stopped server; by default a free one. */
  port?: number;
}

/** Starts `dist/api/server.js` and waits until /healthz answers. */
export async function startServer(
  extra: NodeJS.ProcessEnv = {},
  { wrap = [], data: given, port: wanted }: StartOptions = {},
): Promise<TestServer> {
  const data = given ?? (await mkdtemp(join(tmpdir(), 'aural-test-')));
  const port = wanted ?? (await freePort());
  const env = {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: String(port),
    DATABASE_URL: `file:${join(data, 'aural.db')}`,
    STORAGE_URL: `file:${join(data, 'blobs')}`,
    // Without the demo tracks a server is ready at once; a test can set DEMO_MODE: 'on'.
    DEMO_MODE: 'off',
    // Tests that leave a request open don't wait for it.
    DRAIN_SECONDS: '2',
    ...extra,
  };
  const [command = process.execPath, ...words] = [
    ...wrap,
    process.execPath,
    join(ROOT, 'dist/api/server.js'),
  ];
  const child = spawn(command, words, {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (log = (log + chunk).slice(-8000)));
  // Its last output arrives after its exit.
  const closed = new Promise((resolve) => child.once('close', resolve));
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 2400; tries++) {
    if (child.exitCode !== null) {
      await closed;
      throw new Error(`server ended with ${child.exitCode}\n${log}`);
    }
    const ready = await fetch(`${url}/healthz`).then(
      (reply) => reply.ok,
      () => false,
    );
    if (ready) {
      return {
        url,
        data,
        env,
        pid: child.pid ?? 0,
        async stop() {
          child.kill('SIGTERM');
          await closed;
          if (given === undefined) await rm(data, { recursive: true, force: true });
        },
        exitCode: () => child.exitCode,
      };
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill('SIGKILL');
  throw new Error(`server was not ready in time\n${log}`);
}

/** Creates an admin account with the shipped command. */
export async function createAdmin(server: TestServer, username: string, password: string): Promise<void> {
  await promisify(execFile)(process.execPath, [join(ROOT, 'dist/api/admin.js'), username], {
    cwd: ROOT,
    env: { ...server.env, ADMIN_PASSWORD: password },
  });
}
