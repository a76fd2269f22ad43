// A real S3 server for tests with its own folder and keys; `TEST_S3_SERVER` chooses the program.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import { stablePort } from '../server/freePort.mjs';
import { s3Program } from './s3Programs.mjs';

const BUCKET = 'aural-test';
const KEYS = { id: 'aural-test', secret: 'a-secret-for-tests-only' };
// SeaweedFS first elects a leader: seconds, more on a busy machine.
const READY_TRIES = 1200;
const BETWEEN_MS = 100;

/**
 * Starts it on a free port; `begin` starts it again on the same folder and port after `kill`.
 * @returns {Promise<{ url: string, port: number, keys: { AWS_ACCESS_KEY_ID: string, AWS_SECRET_ACCESS_KEY: string },
 *   begin(): Promise<void>, kill(): Promise<void>, remove(): Promise<void> }>}
 */
export async function startS3Server() {
  const program = s3Program(process.env.TEST_S3_SERVER);
  if (!existsSync(program.path)) throw new Error(`${program.path} is not there; npm run test:s3 builds it`);
  const directory = mkdtempSync(join(tmpdir(), 'aural-s3-'));
  const port = await stablePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const { words, env } = await program.prepare(directory, port, KEYS);
  const client = new AwsClient({
    accessKeyId: KEYS.id,
    secretAccessKey: KEYS.secret,
    service: 's3',
    region: 'us-east-1',
    retries: 0,
  });
  /** Whether the bucket exists and stores an object: some servers answer before they can store one. */
  const isReady = async () => {
    try {
      for (const [path, accepted] of [
        [BUCKET, [200, 409]],
        [`${BUCKET}/ready`, [200]],
      ]) {
        const { status } = await client.fetch(`${endpoint}/${path}`, { method: 'PUT', body: '' });
        if (!accepted.includes(status)) return false;
      }
      return true;
    } catch {
      return false;
    }
  };
  /** @type {import('node:child_process').ChildProcess | null} */
  let child = null;
  const begin = async () => {
    const started = spawn(program.path, words, {
      cwd: directory,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child = started;
    let said = '';
    started.stderr.on('data', (chunk) => {
      said = (said + chunk).slice(-20_000);
    });
    for (let tries = 0; tries < READY_TRIES; tries++) {
      if (started.exitCode !== null) throw new Error(`the S3 server ended: ${said}`);
      if (await isReady()) return;
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
    }
    throw new Error(`the S3 server was not ready in time: ${said}`);
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
    keys: { AWS_ACCESS_KEY_ID: KEYS.id, AWS_SECRET_ACCESS_KEY: KEYS.secret },
    begin,
    kill,
    remove: async () => {
      await kill();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
