// A real S3 server for tests: Versity's gateway over a folder of its own, with keys it checks.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from './freePort.mjs';

export const S3_SERVER_VERSION = '1.8.0';
/** Built there by `api/launch/s3Server.mjs`. */
export const S3_SERVER = fileURLToPath(
  new URL(`../../.toolchain/bin/versitygw-${S3_SERVER_VERSION}`, import.meta.url),
);
const BUCKET = 'aural-test';

/**
 * Starts it on a free port; `begin` starts it again on the same folder and port after `kill`.
 * @returns {Promise<{ url: string, port: number, keys: { AWS_ACCESS_KEY_ID: string, AWS_SECRET_ACCESS_KEY: string },
 *   begin(): Promise<void>, kill(): Promise<void>, remove(): Promise<void> }>}
 */
export async function startS3Server() {
  if (!existsSync(S3_SERVER)) throw new Error(`${S3_SERVER} is not there; npm run test:s3 builds it`);
  const directory = mkdtempSync(join(tmpdir(), 'aural-s3-'));
  // Folders of the top are its buckets.
  mkdirSync(join(directory, BUCKET));
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const keys = { AWS_ACCESS_KEY_ID: 'aural-test', AWS_SECRET_ACCESS_KEY: 'a-secret-for-tests-only' };
  /** @type {import('node:child_process').ChildProcess | null} */
  let child = null;
  const begin = async () => {
    const words = ['--port', `127.0.0.1:${port}`, '--quiet', '--keep-alive', 'posix', directory];
    const started = spawn(S3_SERVER, words, {
      env: {
        ...process.env,
        ROOT_ACCESS_KEY: keys.AWS_ACCESS_KEY_ID,
        ROOT_SECRET_KEY: keys.AWS_SECRET_ACCESS_KEY,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child = started;
    let said = '';
    started.stderr.on('data', (chunk) => {
      said += chunk;
    });
    for (let tries = 0; tries < 300; tries++) {
      if (started.exitCode !== null) throw new Error(`the S3 server ended: ${said}`);
      // Without a signature it refuses, which is an answer.
      if (
        await fetch(endpoint).then(
          () => true,
          () => false,
        )
      )
        return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('the S3 server was not ready in time');
  };
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  await begin();
  return {
    url: `s3://${BUCKET}?endpoint=${endpoint}`,
    port,
    keys,
    begin,
    kill,
    remove: async () => {
      await kill();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
