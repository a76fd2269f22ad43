// `npm run test:s3`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from '../../dsp/toolchain/paths.mjs';
import { readCommandLine } from './commandLine.mjs';
import { prepare } from './prepare.mjs';
import { s3Server } from './s3Server.mjs';

const USAGE = `Usage: npm run test:s3 [-- --server NAME] [--fast | FILE …]

Runs the tests that store audio on a real S3 server instead of the disk. TEST_S3_URL, with keys, names a server that
runs already; it replaces ours where no test kills it.

      --fast          the tests that show most in little time
      --server NAME   another server of tests/support/storage/s3Programs.mjs, which Go compiles first
  -h, --help          show this text`;

/** Suites that store or read audio; the others do not use the store. */
const SUITES = [
  ...[
    'storage',
    'storageMigrate.long',
    'storedAudio',
    'audio',
    'envelope',
    'jobs',
    'erasure',
    'restore.long',
    'deletion',
  ],
  ...['uploads', 'uploadKeys', 'transfers', 'resumableDraft', 'spentTickets', 'playable.long', 'preview'],
  ...['reviewRaces', 'takeAllDown', 'contract', 'replacement'],
].map((name) => `tests/api/${name}.test.ts`);
SUITES.push('tests/s3');
const FAST = [
  ...['storage', 'audio', 'uploads', 'transfers', 'deletion', 'evidence'].map(
    (name) => `tests/api/${name}.test.ts`,
  ),
  'tests/s3/links.test.ts',
];

const { values, given: wanted } = readCommandLine({
  usage: USAGE,
  options: { fast: { type: 'boolean', default: false }, server: { type: 'string' } },
  most: Number.POSITIVE_INFINITY,
});
await prepare('s3');
// It needs a package.
const { startS3Server } = await import('../../tests/support/storage/s3Server.mjs');
const given = process.env.TEST_S3_URL;
if (values.server) process.env.TEST_S3_SERVER = values.server;
try {
  // Test files that kill the server start their own.
  await s3Server(process.env.TEST_S3_SERVER);
} catch (error) {
  console.error(`Cannot go on: ${error.message}`);
  if (error.remedy) console.error(`To fix it: ${error.remedy}`);
  process.exit(1);
}
const server = given ? null : await startS3Server();
try {
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const files = values.fast ? FAST : wanted.length > 0 ? wanted : SUITES;
  const child = spawn(
    process.execPath,
    [vitest, 'run', '--project', 'node', '--project', 's3', '--maxWorkers=2', ...files],
    {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, ...server?.keys, SERVER_BUILT: '1', TEST_S3_URL: given ?? server?.url },
    },
  );
  const [code] = await once(child, 'exit');
  process.exitCode = code ?? 1;
} finally {
  await server?.remove();
}
