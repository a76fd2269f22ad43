// Builds the S3 server of the tests once with Go's own client and keeps it in .toolchain.
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { run, ToolchainError } from '../../dsp/toolchain/run.mjs';
import { s3Program } from '../../tests/support/storage/s3Programs.mjs';
import { goCompiler } from './programs.mjs';

const BUILD_MS = 20 * 60_000;
const TELL_MS = 15_000;

/**
 * A module that requires only the server: `go install` refuses servers with replaced modules.
 * @param {ReturnType<typeof s3Program>} program
 */
function moduleOf({ module, revision, go, replaced = {} }) {
  const lines = Object.entries(replaced).map(([from, to]) => `replace ${from} => ${to}`);
  return ['module aural.test/s3server', `go ${go}`, `require ${module} ${revision}`, ...lines, ''].join('\n');
}

/**
 * Takes minutes on two cores the first time. Throws an error that names the missing tool and its install command.
 * @param {string} [name] which; the default of the tests without one
 */
export async function s3Server(name) {
  const program = s3Program(name);
  if (existsSync(program.path)) return;
  await goCompiler();
  const started = Date.now();
  const seconds = () => ((Date.now() - started) / 1000).toFixed(0);
  console.log(
    `S3 server (${program.name} ${program.version}, compiled by Go, about ${program.minutes} minutes) …`,
  );
  const telling = setInterval(() => console.log(`  still compiling: ${seconds()} s`), TELL_MS);
  const folder = await mkdtemp(join(tmpdir(), 'aural-go-'));
  try {
    const built = join(folder, program.name);
    await writeFile(join(folder, 'go.mod'), moduleOf(program));
    const source = `${program.module}/${program.main}`;
    await run('go', ['build', '-mod=mod', '-trimpath', '-ldflags=-s -w', '-o', built, source], {
      cwd: folder,
      env: { ...process.env, GOFLAGS: '-buildvcs=false', GOTOOLCHAIN: 'auto' },
      timeoutMs: BUILD_MS,
    });
    await mkdir(dirname(program.path), { recursive: true });
    await copyFile(built, program.path);
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
