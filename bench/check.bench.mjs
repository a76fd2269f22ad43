// `npm run bench -- check`: fails when a ratio to a peer has fallen by more than a fifth since the stored run.
// Only short rows without a browser. Figures that depend only on the speed of the machine are not compared.
import { readdirSync, readFileSync } from 'node:fs';
import { measure } from './harness/measure.mjs';
import { machine } from './harness/report.mjs';

const SHORT = ['encodeMp3', 'pow', 'sha256', 'spectrum'];
const LEAST_SHARE = 0.8;
const ROUNDS = 5;
/** A row that fell is measured again: other work on the machine may have hit one side. */
const TRIES = 3;

/** Whole runs of `bench/dsp` on a clean tree, newest first. */
function storedRuns(folder = new URL('./results/', import.meta.url)) {
  return readdirSync(folder)
    .filter((name) => /^dsp-\w+\.json$/.test(name))
    .map((name) => ({ name, ...JSON.parse(readFileSync(new URL(name, folder), 'utf8')) }))
    .filter(({ quick, edited }) => !quick && !edited)
    .sort((a, b) => b.date.localeCompare(a.date));
}

/**
 * The ratio to compare with: of the newest stored run on this processor. Processors differ by more than a fifth (proof of work
 * against `@cap.js/wasm`: 3.5 and 4.7), so on an unknown processor the lowest stored ratio counts.
 */
function storedRatio(runs, cpu, row, peer) {
  const ratioIn = ({ results }) =>
    results.find(({ name }) => name === row)?.peers?.find(({ name }) => name === peer)?.ratio;
  const own = runs.find((run) => run.machine.cpu === cpu && ratioIn(run) !== undefined);
  if (own) return ratioIn(own);
  const all = runs.map(ratioIn).filter((ratio) => ratio !== undefined);
  return all.length > 0 ? Math.min(...all) : undefined;
}

/** @param {{ only?: string }} options */
export async function bench({ only }) {
  const { cpu, cores, load } = machine();
  console.log(`${cpu}, ${cores} cores at load ${load}`);
  const runs = storedRuns();
  let compared = 0;
  for (const file of SHORT) {
    const { rows } = await import(new URL(`./dsp/${file}.rows.mjs`, import.meta.url).href);
    for (const row of await rows({ quick: false })) {
      if (!row.ours || row.notRun || row.name.includes('Chromium')) continue;
      if (only && !row.name.toLowerCase().includes(only.toLowerCase())) continue;
      compared += await checkRow(row, (peer) => storedRatio(runs, cpu, row.name, peer));
    }
  }
  // A check that compares nothing would always pass.
  if (compared === 0) throw new Error('no row has a stored ratio');
}

/** Prints the row's ratios and answers how many were compared; a fallen one makes the run fail. */
async function checkRow(row, storedOf) {
  const best = new Map();
  const hasFallen = ([peer, ratio]) => ratio < (storedOf(peer) ?? 0) * LEAST_SHARE;
  for (let turn = 0; turn < TRIES; turn++) {
    const { peers } = await measure(row, { rounds: ROUNDS });
    for (const { name, ratio } of peers) best.set(name, Math.max(ratio, best.get(name) ?? 0));
    if (![...best].some(hasFallen)) break;
  }
  await row.close?.();
  let compared = 0;
  for (const [peer, ratio] of best) {
    const stored = storedOf(peer);
    if (stored === undefined) continue;
    compared++;
    const isFallen = hasFallen([peer, ratio]);
    if (isFallen) process.exitCode = 1;
    const verdict = isFallen ? 'FALLEN' : 'held  ';
    console.log(`  ${verdict} ${row.name} over ${peer}: ${ratio.toFixed(2)}, was ${stored.toFixed(2)}`);
  }
  return compared;
}
