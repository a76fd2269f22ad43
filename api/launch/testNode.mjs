// `npm run test:node [-- FILE …]`: the server's tests under the other Node. From 22.13 on the server uses Node's own SQLite, before
// that a package (`api/db/driver.ts`). Without files: the main tests of the database, sessions, uploads and storage.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ROOT } from '../../dsp/toolchain/paths.mjs';
import { readCommandLine } from './commandLine.mjs';
import { prepare } from './prepare.mjs';
import { quickFolder } from './quickFolder.mjs';

const [major] = process.versions.node.split('.').map(Number);
/** The npm package `node` contains the program. */
const OTHER = major < 22 ? '24.21.0' : '20.20.2';
const FILES = [
  ...[
    'schema',
    'queryPlans',
    'readPool',
    'groupCommit',
    'instanceLock',
    'limitStore',
    'ledger',
    'damage',
    'erasedBytes.long',
  ],
  ...['restore.long', 'crash', 'drain', 'search', 'searchIndex', 'statistics', 'newFile', 'idempotency'],
  ...['credentials', 'devices', 'uploads', 'transfers', 'storage', 'audio', 'contract', 'storedAudio'],
].map((name) => `tests/api/${name}.test.ts`);

const USAGE = `Usage: npm run test:node [-- FILE …]

Runs the API's tests under the other Node: 24 on an older one, else 20. Without FILE those that tell most in a minute.

  -h, --help   show this text`;

const { given: wanted } = readCommandLine({ usage: USAGE, most: Number.POSITIVE_INFINITY });
await prepare('test');
const files = wanted.length > 0 ? wanted : FILES;
const command = ['node node_modules/vitest/vitest.mjs run --project node', ...files].join(' ');
console.log(`Node ${OTHER}`);
const child = spawn('npx', ['--yes', '--package', `node@${OTHER}`, '--call', command], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, SERVER_BUILT: '1', TMPDIR: quickFolder() },
});
const [code] = await once(child, 'exit');
process.exit(code ?? 1);
