// `npm run test:reliability [-- --full] [-- U1 D2 …]`: runs the tests that keep the promises of the reliability
// design and prints one JSON line per promise: {id, n, passed, worst, seconds}. `worst` is the worst measure or the
// first failure. A promise is proven by `promise()` in tests/reliability, or by the tests listed in PROVEN_BESIDE.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

const full = process.argv.includes('--full');

/** Every promise that must be proven; the loss of power at every point of an upload (D3) only in the full run. */
const REQUIRED = (
  'U1 U2 U3 U4 U5 U6 U7 U8 C1 C2 C3 C4 C5 C6 C7 D1 D2 D4 D5 D6 D7 S1 S2 S3 S4 S5 S6 ' +
  'A1 A2 A3 A4 A5 A6 A7 Z1 Z2 Z3 Z4 Z5 P1 P2 P3 P4 L1 L2 L3 L4 G1 G2 G3 G4 G5 G6 K1 K2 K3 checker' +
  (full ? ' D3' : '')
).split(' ');

/** id → file in tests/api and the tests in it, by their names; each test is one trial. */
const PROVEN_BESIDE = {
  L1: ['limits', /minutes ago|ceiling|twice the hard|identical|minutes of audio|same device/],
  D1: ['crash', /kill -9/],
  D7: ['crash', /backup/],
  checker: ['crash', /the checker sees/],
  S2: ['audio', /1,000 random ranges/],
  G3: ['jobs', /after 31 days/],
};

const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
const ids = wanted.length > 0 ? wanted : REQUIRED;
const unknown = ids.filter((id) => !REQUIRED.includes(id));
if (unknown.length > 0) {
  console.error(`no such promise: ${unknown.join(' ')}`);
  process.exit(2);
}

// Crashes, full disks and slow clients are tried on the server as it ships, pages on the app as it ships.
for (const words of [['build', '--ssr', '--mode', 'api'], ['build']]) {
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  const built = spawnSync(process.execPath, [vite, ...words, '--logLevel', 'warn'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (built.status !== 0) process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), 'aural-reliability-'));
const output = join(folder, 'results.json');
const beside = ids.flatMap((id) => PROVEN_BESIDE[id]?.[0] ?? []);
// One file after another: a promise about the slowest answer is not measured beside another promise's flood.
spawnSync(
  process.execPath,
  [
    join(ROOT, 'node_modules/vitest/vitest.mjs'),
    'run',
    ...['--project', 'node', '--project', 'reliability', '--no-file-parallelism'],
    ...['--reporter=json', `--outputFile=${output}`],
    ...(wanted.length > 0 ? ['-t', `^(${ids.join('|')}):|^(?!\\w+:)`] : []),
    ...new Set(beside.map((file) => `tests/api/${file}.test.ts`)),
    'tests/reliability/',
  ],
  {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      RELIABILITY: full ? 'full' : 'gate',
      KILLS: process.env.KILLS ?? (full ? '200' : '25'),
    },
  },
);
const { testResults } = JSON.parse(readFileSync(output, 'utf8'));
rmSync(folder, { recursive: true });

const all = testResults.flatMap(({ name, assertionResults }) =>
  assertionResults.map((result) => ({ ...result, file: name })),
);

/** The outcomes of every test that proves `id`. */
function outcomesOf(id) {
  const own = all
    .filter(
      (test) => test.title.startsWith(`${id}:`) && test.status !== 'pending' && test.status !== 'skipped',
    )
    .map((test) => {
      const counted = test.meta?.promise ?? { n: 1, passed: 0, worst: null };
      const failed = test.status !== 'passed';
      // A proof that broke off has failed, whatever it had counted until then.
      const passed = failed ? Math.min(counted.passed, Math.max(counted.n, 1) - 1) : counted.passed;
      const worst = failed ? (counted.worst ?? test.failureMessages?.[0]?.split('\n')[0]) : counted.worst;
      return { n: Math.max(counted.n, 1), passed, worst, seconds: (test.duration ?? 0) / 1000 };
    });
  const [file, pattern] = PROVEN_BESIDE[id] ?? [];
  const besides = all
    .filter((test) => file && test.file.endsWith(`/tests/api/${file}.test.ts`) && pattern.test(test.title))
    .map(({ status, title, duration }) => ({
      n: 1,
      passed: status === 'passed' ? 1 : 0,
      worst: status === 'passed' ? null : title,
      seconds: (duration ?? 0) / 1000,
    }));
  return [...own, ...besides];
}

let failed = 0;
for (const id of ids) {
  const outcomes = outcomesOf(id);
  const sum = (key) => outcomes.reduce((total, outcome) => total + outcome[key], 0);
  const n = sum('n');
  const passed = sum('passed');
  const broken = outcomes.find((outcome) => outcome.passed < outcome.n);
  const worst = (broken ?? outcomes.find((outcome) => outcome.worst))?.worst ?? null;
  // A promise without a test is broken, not kept.
  if (n === 0 || passed < n) failed++;
  console.log(JSON.stringify({ id, n, passed, worst, seconds: Number(sum('seconds').toFixed(2)) }));
}
console.log(`promises: ${ids.length - failed} kept, ${failed} not`);
process.exitCode = failed > 0 ? 1 : 0;
