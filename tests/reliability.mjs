// `npm run test:reliability`: runs the tests of the reliability promises and prints one JSON line per promise as soon as it
// is decided: {id, n, passed, worst, seconds}. `worst` is the worst measure or the first failure. `promise()` in
// tests/reliability or the tests in PROVEN_ELSEWHERE prove a promise. The last line is the summary; the exit code is 1 if a
// promise is broken or unproven.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { readCommandLine } from '../api/launch/commandLine.mjs';
import * as programs from '../api/launch/programs.mjs';
import * as steps from '../api/launch/steps.mjs';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

const { values: options, given: wanted } = readCommandLine({
  usage: `Usage: npm run test:reliability [-- --full | --untimed] [ID …]

Proves the promises about data, or only those with these ids (U1, D2 …). Prints a JSON line for each.

      --full      more trials, and the loss of power at every point of an upload
      --untimed   without the promises about time and memory, and with a second try
  -h, --help      show this text`,
  options: { full: { type: 'boolean', default: false }, untimed: { type: 'boolean', default: false } },
  most: Number.POSITIVE_INFINITY,
});
const { full } = options;
/** Without the files of `MEASURED`, and with a second try: for a machine of unknown speed. */
const { untimed } = options;

/** Every promise to prove. Only the full run includes the loss of power at every point of an upload (D3). */
const GATE = (
  'U1 U2 U3 U4 U5 U6 U7 U8 C1 C2 C3 C4 C5 C6 C7 D1 D2 D4 D5 D6 D7 D8 D9 S1 S2 S3 S4 S5 S6 ' +
  'A1 A2 A3 A4 A5 A6 A7 Z1 Z2 Z3 Z4 Z5 P1 P2 P3 P4 L1 L2 L3 L4 L5 R1 R2 R3 R4 R5 R6 R7 R8 R9 O1 O2 O3 O4 O5 G1 G2 G3 G4 G5 G6 K1 K2 K3 K4 X2 checker'
).split(' ');
const ALL = [...GATE, 'D3'];

/** id → file in tests/api and a pattern for the names of its tests; each test is one trial. */
const PROVEN_ELSEWHERE = {
  L1: ['limits', /minutes ago|twice the hard|identical|audio minutes|same device/],
  D1: ['crash', /kill -9/],
  D7: ['crash', /backup/],
  checker: ['crash', /the checker sees/],
  S2: ['audio', /1,000 random ranges/],
  G3: ['jobs', /after 31 days/],
};

/** Files whose promises limit time or memory. */
const MEASURED =
  /\/(brokenDisk|content|costlyQueries|failover|identity|logVolume|loginFlood|longTake|pipelining|receiving|recorderDoubles|recordingKills|slowClients|tickets)\.test\.ts$/;

const ids = wanted.length > 0 ? wanted : full ? ALL : GATE;
const unknown = ids.filter((id) => !ALL.includes(id));
if (unknown.length > 0) {
  console.error(`no such promise: ${unknown.join(' ')}`);
  process.exit(2);
}

/** The files that prove `id`, and the pattern for its tests in files outside tests/reliability. */
function proofOf(id) {
  const own = sources.filter(({ text }) => new RegExp(`promise\\(\\s*'${id}'`).test(text));
  const [elsewhere, tests] = PROVEN_ELSEWHERE[id] ?? [];
  return {
    id,
    files: [...own.map(({ path }) => path), ...(elsewhere ? [`tests/api/${elsewhere}.test.ts`] : [])],
    namePattern: tests?.source ?? null,
  };
}
const sources = readdirSync(join(ROOT, 'tests/reliability')).map((name) => ({
  path: `tests/reliability/${name}`,
  text: readFileSync(join(ROOT, 'tests/reliability', name), 'utf8'),
}));
const plan = ids.map(proofOf).flatMap((proof) => {
  const files = untimed ? proof.files.filter((file) => !MEASURED.test(file)) : proof.files;
  return files.length === 0 && proof.files.length > 0 ? [] : [{ ...proof, files }];
});

// Tests of crashes, full disks and slow clients use the built server, tests of pages the built app.
try {
  await Promise.all([steps.packages(), steps.compiler()]);
  await steps.core();
  await programs.chromium();
  await programs.ffmpeg();
  if (plan.some(({ files }) => files.some((file) => file.includes('failover')))) await programs.postgres();
  await steps.server();
  await steps.web();
} catch (error) {
  console.error(`Cannot go on: ${error.message}`);
  process.exit(1);
}

/** id → results of its runs: {n, passed, worst, seconds}. */
const results = new Map();
const kept = new Set();

/** Prints a promise's line once the last of `runs` that prove it has reported. */
function collect(line, runs) {
  if (!line.startsWith('{"id"')) return console.log(line);
  const { id, ...outcome } = JSON.parse(line);
  const parts = [...(results.get(id) ?? []), outcome];
  results.set(id, parts);
  if (parts.length < runs.filter((proofs) => proofs.some((proof) => proof.id === id)).length) return;
  const sum = (key) => parts.reduce((total, part) => total + part[key], 0);
  const [n, passed] = [sum('n'), sum('passed')];
  const worst =
    (parts.find((part) => part.passed < part.n) ?? parts.find((part) => part.worst))?.worst ?? null;
  console.log(JSON.stringify({ id, n, passed, worst, seconds: Number(sum('seconds').toFixed(2)) }));
  if (parts.every((part) => part.n > 0 && part.passed === part.n)) kept.add(id);
}

/** Runs the tests of `proofs`, one of the `runs`, and collects their lines; `only` limits it to these promises. */
function prove(proofs, runs, parallelism, only = wanted.length > 0 ? ids : []) {
  const vitest = spawn(
    process.execPath,
    [
      join(ROOT, 'node_modules/vitest/vitest.mjs'),
      'run',
      ...['--project', 'node', '--project', 'reliability', parallelism],
      '--reporter=./tests/support/rules/promiseReporter.ts',
      ...(only.length > 0 ? ['-t', `^(${only.join('|')}):|^(?!\\w+:)`] : []),
      ...new Set(proofs.flatMap(({ files }) => files)),
    ],
    {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        RELIABILITY: full ? 'full' : 'gate',
        SERVER_BUILT: '1',
        RELIABILITY_PLAN: JSON.stringify(proofs),
        KILLS: process.env.KILLS ?? (full ? '200' : '5'),
      },
    },
  );
  createInterface(vitest.stdout).on('line', (line) => collect(line, runs));
  return new Promise((resolve) => vitest.on('close', resolve));
}

/** The part of the plan with measured or other files; a promise can have both. */
const partOf = (isMeasured) =>
  plan
    .map((proof) => ({ ...proof, files: proof.files.filter((file) => MEASURED.test(file) === isMeasured) }))
    .filter(({ files }) => files.length > 0);
for (const { id } of plan.filter(({ files }) => files.length === 0))
  console.log(JSON.stringify({ id, n: 0, passed: 0, worst: 'no test proves it', seconds: 0 }));
const [others, measured] = [partOf(false), partOf(true)];
const runs = [others, measured];
// Files that mostly wait run three at a time; no flood runs next to a promise about the slowest answer.
if (others.length > 0) await prove(others, runs, '--maxWorkers=3');
if (measured.length > 0) await prove(measured, runs, '--no-file-parallelism');

// A browser may starve next to two other files: failures run once more by themselves, and the summary says so.
const again = untimed ? others.filter(({ id }) => !kept.has(id)) : [];
const againIds = again.map(({ id }) => id);
if (again.length > 0) {
  for (const id of againIds) results.delete(id);
  await prove(again, [again], '--no-file-parallelism', againIds);
}
const atSecond = againIds.filter((id) => kept.has(id));

const broken = plan.filter(({ id }) => !kept.has(id)).map(({ id }) => id);
if (atSecond.length > 0) console.log(`kept only at the second try: ${atSecond.join(' ')}`);
console.log(
  `promises: ${kept.size} kept, ${broken.length} not${broken.length > 0 ? `: ${broken.join(' ')}` : ''}`,
);
process.exitCode = broken.length > 0 ? 1 : 0;
