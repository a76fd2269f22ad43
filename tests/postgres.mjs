// `npm run test:pg [-- --fast | tests/api/…]`: the API's tests on a PostgreSQL that is started for them in a temporary folder,
// by Debian's programs, on a loopback port, and taken away again. It never runs as root: another user of the system runs it.
// `--fast` runs what tells most in little time.
import { spawn } from 'node:child_process';
import { postgres } from './support/postgresCluster.mjs';

/** Rows, races, searches, plans and what two servers tell each other; nothing that waits for a deadline. */
const FAST = [
  ...['contract', 'search', 'events', 'reports', 'reviewRaces', 'uploads'].map(
    (name) => `tests/api/${name}.test.ts`,
  ),
  ...['schema', 'logOrder', 'queryPlans', 'twoServers'].map((name) => `tests/postgres/${name}.test.ts`),
];
const ALL = ['tests/api', 'tests/postgres'];

const cluster = await postgres({ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' });
let code = 1;
try {
  const isFast = process.argv.includes('--fast');
  const named = process.argv.slice(2).filter((argument) => argument !== '--fast');
  const child = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      'node',
      '--project',
      'postgres',
      ...(isFast ? FAST : named.length > 0 ? named : ALL),
    ],
    // `prepare.mjs pg` has built what ships.
    { stdio: 'inherit', env: { ...process.env, SERVER_BUILT: '1', TEST_DATABASE_URL: cluster.url } },
  );
  code = await new Promise((resolve) => child.once('exit', (status) => resolve(status ?? 1)));
} finally {
  await cluster.stop();
}
process.exit(code);
