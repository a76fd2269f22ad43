// `npm run test:reliability`: the promises by name. Runs the tests that keep them and prints one JSON line per
// promise: {id, n, passed, worst, seconds}; `worst` names the first failure. `-- --full` raises the counts.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** id → file and the tests in it, by their names. */
const PROMISES = {
  U1: ['uploads', /uploadKey/],
  U5: ['uploads', /50 MB and one byte/],
  U6: ['uploads', /refuses a form|that is no form/],
  C1: ['uploads', /refuses (text|random|an empty|a WebM)/],
  C5: ['uploads', /served without its metadata/],
  P1: ['uploads', /takes each capToken once/],
  P2: ['uploads', /capToken|challenge|names another account/],
  D1: ['crash', /kill -9/],
  D6: ['jobs', /sweep|half-received|doomed/],
  D7: ['crash', /backup/],
  checker: ['crash', /the checker sees/],
  S1: ['audio', /bytes=|is 416|HEAD|If-None-Match|items|junk/],
  S2: ['audio', /1,000 random ranges/],
  S5: ['uploads', /rejected upload is gone|only$/],
  L1: ['limits', /minutes ago|budget|ceiling|twice the hard|identical|minutes of audio|same device/],
  L2: ['limits', /forged X-Forwarded-For|counts as/],
  A2: ['social', /registering keeps/],
  A5: ['dispatch', /session ends with logout|opens nothing/],
  A6: ['dispatch', /refuses a write/],
  Z1: ['access', /lets in whom|table names|demo tools/],
  Z2: ['access', /fields nobody may set/],
  Z3: ['access', /stranger walking/],
  Z4: ['social', /unbroken log/],
  Z5: ['hostile', /survives/],
  G2: ['social', /account that leaves/],
  G3: ['jobs', /after 31 days/],
};

const folder = mkdtempSync(join(tmpdir(), 'aural-reliability-'));
const output = join(folder, 'results.json');
const full = process.argv.includes('--full');
const files = [...new Set(Object.values(PROMISES).map(([file]) => `tests/api/${file}.test.ts`))];
const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
spawnSync(
  process.execPath,
  [vitest, 'run', '--project', 'node', '--reporter=json', `--outputFile=${output}`, ...files],
  {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, KILLS: process.env.KILLS ?? (full ? '200' : '25') },
  },
);
const { testResults } = JSON.parse(readFileSync(output, 'utf8'));
rmSync(folder, { recursive: true });

let failed = 0;
for (const [id, [file, pattern]] of Object.entries(PROMISES)) {
  const results = testResults.find(({ name }) => name.endsWith(`/tests/api/${file}.test.ts`));
  const tests = (results?.assertionResults ?? []).filter(({ title }) => pattern.test(title));
  const passed = tests.filter(({ status }) => status === 'passed').length;
  const worst = tests.find(({ status }) => status !== 'passed')?.title ?? null;
  const seconds = tests.reduce((sum, { duration }) => sum + (duration ?? 0), 0) / 1000;
  // A promise without a test is broken, not kept.
  if (tests.length === 0 || passed < tests.length) failed++;
  console.log(JSON.stringify({ id, n: tests.length, passed, worst, seconds: Number(seconds.toFixed(2)) }));
}
console.log(`promises: ${Object.keys(PROMISES).length - failed} kept, ${failed} not`);
process.exitCode = failed > 0 ? 1 : 0;
