// Result of comparing the databases: figures to store, and a table of them.
import { availableParallelism } from 'node:os';
import { quantile } from '../harness/measure.mjs';
import { round as short } from '../harness/report.mjs';
import { EMBEDDED } from './backEndQuestions.mjs';

/** Of all cores; above this, another process has no free core. */
const NOTHING_LEFT = 0.9;
const WANTED_RATIO = 1.6;

const medianOf = (runs, of) => quantile(runs.map(of), 0.5);
const perSecond = (runs) => medianOf(runs, (run) => run.perSecond);

function embeddedFigure(results, question) {
  const [row, figure] = EMBEDDED[question];
  const found = results.find(({ name }) => name.startsWith(row));
  const runs = found?.figures.find(({ name }) => name === figure)?.runs;
  return runs ? perSecond(runs) : null;
}

/** Per round: both together divided by the mean of the two single ones, one before them and one after. */
function ratioOf(one, two) {
  const ratios = two.map((both, round) => {
    const [first, second] = one.slice(2 * round);
    return (2 * both.perSecond) / (first.perSecond + second.perSecond);
  });
  return quantile(ratios, 0.5);
}

/** @param {Record<string, { 1: object[], 2: object[] }>} measured Question → two runs of one process for each run of two. */
export function figuresOf(measured, results) {
  return Object.entries(measured).map(([question, { 1: one, 2: two }]) => ({
    name: question,
    embedded: embeddedFigure(results, question),
    onePerSecond: perSecond(one),
    twoPerSecond: perSecond(two),
    ratio: ratioOf(one, two),
    busy: medianOf(two, (run) => run.busy),
    errors: [...one, ...two].reduce((sum, run) => sum + run.errors, 0),
    one,
    two,
  }));
}

const percent = (part) => `${(part * 100).toFixed(0)} %`;
const cell = (value) => (value === null ? '–' : `${short(value)}/s`).padStart(10);

function verdict({ ratio, busy }) {
  if (busy >= NOTHING_LEFT)
    return `the ${availableParallelism()} cores are the limit: ${percent(busy)} in use, the load's own part among it`;
  return `${ratio >= WANTED_RATIO ? 'MET' : 'NOT MET'} (≥ ${WANTED_RATIO}), ${percent(busy)} of the cores in use`;
}

export function printWhole(figures) {
  console.log(
    `  ${''.padEnd(28)}${'embedded'.padStart(10)}${'PostgreSQL'.padStart(12)}${'two'.padStart(10)}   two : one`,
  );
  for (const figure of figures) {
    const { name, embedded, onePerSecond, twoPerSecond, ratio, errors } = figure;
    console.log(
      `  ${name.padEnd(28)}${cell(embedded)}${cell(onePerSecond).padStart(12)}${cell(twoPerSecond)}   ${ratio.toFixed(2)}  ${verdict(figure)}${errors ? `, ${errors} errors` : ''}`,
    );
  }
}

/** The same where each process has its own share of a core: the rows with the bar. */
export function printShared(part, figures) {
  console.log(`  each process on ${part} of a core, the same load on each`);
  for (const figure of figures) {
    const { name, onePerSecond, twoPerSecond, ratio, errors, one, two } = figure;
    const [first, second] = [one, two].map((runs) => short(Math.max(...runs.map(({ p99 }) => p99))));
    const [single, both] = [one, two].map((runs) => medianOf(runs, ({ used }) => used).toFixed(2));
    console.log(
      `  ${name.padEnd(28)}${''.padStart(10)}${cell(onePerSecond).padStart(12)}${cell(twoPerSecond)}   ${ratio.toFixed(2)}  ${verdict(figure)}, p99 ${first} and ${second} ms, each used ${single} and ${both} of a core${errors ? `, ${errors} errors` : ''}`,
    );
  }
}
