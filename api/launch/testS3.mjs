// `npm run test:s3 [-- FILE …]`: the suites that send, keep, hear or copy audio, with a real S3 server in place of the disk.
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

const wanted = process.argv.slice(2);
const server = await startS3Server();
try {
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const files = wanted.length > 0 ? wanted : SUITES;
  const child = spawn(
    process.execPath,
    [vitest, 'run', '--project', 'node', '--project', 's3', '--maxWorkers=2', ...files],
    {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, ...server.keys, TEST_S3_URL: server.url },
    },
  );
  const [code] = await once(child, 'exit');
  process.exitCode = code ?? 1;
} finally {
  await server.remove();
}
