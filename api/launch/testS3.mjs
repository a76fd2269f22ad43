// `npm run test:s3 [-- --fast | FILE …]`: the suites that send, keep, hear or copy audio, with a real S3 server in place of the
// disk; `--fast` runs those that tell most in little time. `TEST_S3_URL`, with keys, names a server that runs already, to try
// another one: it takes the place of ours wherever no test kills it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from '../../dsp/toolchain/paths.mjs';
import { startS3Server } from '../../tests/support/s3Server.mjs';

/** What stores or reads audio; the others never meet the store. */
const SUITES = [
  ...['storage', 'storageMigrate', 'audio', 'envelope', 'jobs', 'erasure', 'restore', 'deletion'],
  ...['uploads', 'uploadKeys', 'transfers', 'resumableDraft', 'spentTickets', 'playable', 'preview'],
  ...['reviewRaces', 'takeAllDown', 'contract'],
].map((name) => `tests/api/${name}.test.ts`);
SUITES.push('tests/s3');
const FAST = [
  ...['storage', 'audio', 'uploads', 'transfers', 'deletion'].map((name) => `tests/api/${name}.test.ts`),
  'tests/s3/links.test.ts',
];

const isFast = process.argv.includes('--fast');
const wanted = process.argv.slice(2).filter((argument) => argument !== '--fast');
const given = process.env.TEST_S3_URL;
const server = given ? null : await startS3Server();
try {
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const files = isFast ? FAST : wanted.length > 0 ? wanted : SUITES;
  const child = spawn(
    process.execPath,
    [vitest, 'run', '--project', 'node', '--project', 's3', '--maxWorkers=2', ...files],
    {
      cwd: ROOT,
      stdio: 'inherit',
      // `prepare.mjs s3` has built what ships.
      env: { ...process.env, ...server?.keys, SERVER_BUILT: '1', TEST_S3_URL: given ?? server?.url },
    },
  );
  const [code] = await once(child, 'exit');
  process.exitCode = code ?? 1;
} finally {
  await server?.remove();
}
