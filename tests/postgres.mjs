// `npm run test:pg [-- tests/api/…]`: the API's tests on a PostgreSQL that is started for them in a temporary folder, by
// Debian's programs, on a loopback port, and taken away again. It never runs as root: another user of the system runs it.
import { spawn } from 'node:child_process';
import { postgres } from './support/postgresCluster.mjs';

const cluster = await postgres({ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' });
let code = 1;
try {
  const named = process.argv.slice(2);
  const child = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      'node',
      '--project',
      'postgres',
      ...(named.length > 0 ? named : ['tests/api', 'tests/postgres']),
    ],
    { stdio: 'inherit', env: { ...process.env, TEST_DATABASE_URL: cluster.url } },
  );
  code = await new Promise((resolve) => child.once('exit', (status) => resolve(status ?? 1)));
} finally {
  await cluster.stop();
}
process.exit(code);
