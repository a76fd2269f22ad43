// `npm run test:s3 [-- --server NAME] [-- --fast | FILE …]`: the suites that send, keep, hear or copy audio, with a real S3
// server in place of the disk; `--fast` runs those that tell most in little time. `--server` takes another one of
// `tests/support/storage/s3Programs.mjs`, which is compiled first. `TEST_S3_URL`, with keys, names a server that runs already: it takes
// the place of ours wherever no test kills it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../../dsp/toolchain/paths.mjs';
import { startS3Server } from '../../tests/support/storage/s3Server.mjs';
import { s3Server } from './s3Server.mjs';

/** Suites that store or read audio; the others do not use the store. */
const SUITES = [
  ...[
    'storage',
    'storageMigrate',
    'keptAudio',
    'audio',
    'envelope',
    'jobs',
    'erasure',
    'restore',
    'deletion',
  ],
  ...['uploads', 'uploadKeys', 'transfers', 'resumableDraft', 'spentTickets', 'playable', 'preview'],
  ...['reviewRaces', 'takeAllDown', 'contract'],
].map((name) => `tests/api/${name}.test.ts`);
SUITES.push('tests/s3');
const FAST = [
  ...['storage', 'audio', 'uploads', 'transfers', 'deletion'].map((name) => `tests/api/${name}.test.ts`),
  'tests/s3/links.test.ts',
];

const { values, positionals: wanted } = parseArgs({
  options: { fast: { type: 'boolean', default: false }, server: { type: 'string' } },
  allowPositionals: true,
});
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
      // `prepare.mjs s3` has built the app.
      env: { ...process.env, ...server?.keys, SERVER_BUILT: '1', TEST_S3_URL: given ?? server?.url },
    },
  );
  const [code] = await once(child, 'exit');
  process.exitCode = code ?? 1;
} finally {
  await server?.remove();
}
