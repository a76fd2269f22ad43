// Builds the S3 server of the tests once, by Go's own client, and keeps it in .toolchain.
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { run, ToolchainError } from '../../dsp/toolchain/run.mjs';
import { S3_SERVER, S3_SERVER_VERSION } from '../../tests/support/s3Server.mjs';
import { goCompiler } from './programs.mjs';

const MODULE = 'github.com/versity/versitygw/cmd/versitygw';
const BUILD_MS = 20 * 60_000;
const TELL_MS = 15_000;

/** About three minutes of two cores the first time. Throws what is missing, with what brings it. */
export async function s3Server() {
  if (existsSync(S3_SERVER)) return;
  await goCompiler();
  const started = Date.now();
  const seconds = () => ((Date.now() - started) / 1000).toFixed(0);
  console.log(`S3 server (versitygw ${S3_SERVER_VERSION}, compiled by Go) …`);
  const telling = setInterval(() => console.log(`  still compiling: ${seconds()} s`), TELL_MS);
  const folder = await mkdtemp(join(tmpdir(), 'aural-go-'));
  try {
    const args = ['install', '-trimpath', '-ldflags=-s -w', `${MODULE}@v${S3_SERVER_VERSION}`];
    await run('go', args, {
      env: { ...process.env, GOBIN: folder, GOFLAGS: '-buildvcs=false', GOTOOLCHAIN: 'auto' },
      timeoutMs: BUILD_MS,
    });
    await mkdir(dirname(S3_SERVER), { recursive: true });
    await copyFile(join(folder, 'versitygw'), S3_SERVER);
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    throw new ToolchainError(
      `the S3 server could not be built\n${words}`,
      'the Go module proxy must be reachable',
    );
  } finally {
    clearInterval(telling);
    await rm(folder, { recursive: true, force: true });
  }
  console.log(`S3 server: ${seconds()} s`);
}
