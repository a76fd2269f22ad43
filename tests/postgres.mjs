// `npm run test:pg`. PostgreSQL never runs as root: another user of the system runs it.
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { readCommandLine } from '../api/launch/commandLine.mjs';
import { prepare } from '../api/launch/prepare.mjs';
import { s3Server } from '../api/launch/s3Server.mjs';
import { postgres } from './support/database/postgresCluster.mjs';

const USAGE = `Usage: npm run test:pg [-- --fast | --s3 | FILE …]

Runs the API's tests on a PostgreSQL that it starts in a temporary folder on a loopback port, and removes afterwards.

      --fast   the tests that show most in little time
      --s3     audio on a real S3 server, and every test that needs neither a database file nor an audio folder
  -h, --help   show this text`;

/** Rows, races, searches, plans and what two servers tell each other; nothing that waits for a deadline. */
const FAST = [
  ...['contract', 'search', 'events', 'reports', 'evidence', 'statements', 'knownMaterial'].map(
    (name) => `tests/api/${name}.test.ts`,
  ),
  ...['reviewRaces', 'uploads', 'foundAtOnce.long', 'guessing.long'].map(
    (name) => `tests/api/${name}.test.ts`,
  ),
  ...['schema', 'logOrder', 'queryPlans', 'twoServers', 'moving'].map(
    (name) => `tests/postgres/${name}.test.ts`,
  ),
];
const ALL = ['tests/api', 'tests/postgres'];
/** Promises of the reliability design about an application's answers, whatever keeps its rows and its audio. */
const PROMISES = ['crossSite', 'identity', 'leaks', 'pages', 'rights', 'serving', 'tcpCuts', 'typeConfusion'];
/** Their processes share a folder of audio; those of `composed` and `shippedServers` share a bucket. */
const IN_A_FOLDER = ['uploadCollisions.test.ts', 'inspection.test.ts'];
const WITH_S3 = [
  ...[...ALL, 'tests/s3'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.test.ts') && !IN_A_FOLDER.includes(file))
      .map((file) => `${folder}/${file}`),
  ),
  ...PROMISES.map((name) => `tests/reliability/${name}.test.ts`),
];

const { values, given: named } = readCommandLine({
  usage: USAGE,
  options: { fast: { type: 'boolean', default: false }, s3: { type: 'boolean', default: false } },
  most: Number.POSITIVE_INFINITY,
});
const { fast: isFast, s3: withS3 } = values;
await prepare('pg');
// It needs a package.
const { startS3Server } = await import('./support/storage/s3Server.mjs');
const files = isFast ? FAST : named.length > 0 ? named : withS3 ? WITH_S3 : ALL;
const projects = ['node', 'postgres', ...(withS3 ? ['s3', 'reliability'] : [])];

// The compose file's store; the other one is built.
if (files.some((file) => file === 'tests/postgres' || file.includes('composed'))) await s3Server('seaweedfs');
const bucket = withS3 ? await startS3Server() : null;
const cluster = await postgres({ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' });
let code = 1;
try {
  const child = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', ...projects.flatMap((name) => ['--project', name]), ...files],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        ...bucket?.keys,
        ...(bucket ? { TEST_S3_URL: bucket.url } : {}),
        SERVER_BUILT: '1',
        TEST_DATABASE_URL: cluster.url,
      },
    },
  );
  code = await new Promise((resolve) => child.once('exit', (status) => resolve(status ?? 1)));
} finally {
  await cluster.stop();
  await bucket?.remove();
}
process.exit(code);
