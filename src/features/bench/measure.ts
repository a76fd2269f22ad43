// Times a row: checks the result first, then alternates engine and browser, so that a slow moment affects both.
import type { Bench, BenchRow, Check, NoPeer, RowGroup, Unit, Work } from './row.ts';

export interface Figure {
  /** Median of all runs, in the row's unit per second. */
  median: number;
  /** Half the interquartile range, relative to the median. */
  spread: number;
  runs: number[];
}

export interface MeasuredRow {
  id: string;
  group: RowGroup;
  unit: Unit;
  /** Null: this browser could not create the sample. */
  check: Check | null;
  /** Null: wrong results and missing operations are not timed. */
  engine: Figure | null;
  browser: Figure | null;
  noBrowser: NoPeer | null;
  /** Median of engine by browser in the same round. */
  ratio: number | null;
  /** Peak engine memory in the row's own worker. */
  engineBytes: number | null;
}

/** Shorter work is repeated, because browser clocks are coarse. */
const LEAST_SECONDS = 0.02;
const MAX_REPEATS = 200;

const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b);

/** Interpolates between two neighbours. */
function quantile(values: readonly number[], part: number): number {
  const order = sorted(values);
  const place = (order.length - 1) * part;
  const [low, high] = [order[Math.floor(place)] ?? 0, order[Math.ceil(place)] ?? 0];
  return low + (high - low) * (place - Math.floor(place));
}

const median = (values: readonly number[]) => quantile(values, 0.5);

export function figureOf(runs: readonly number[]): Figure {
  const middle = median(runs);
  const spread = middle === 0 ? 0 : (quantile(runs, 0.75) - quantile(runs, 0.25)) / 2 / middle;
  return { median: middle, spread, runs: [...runs] };
}

async function timed(work: () => Promise<Work>, times: number): Promise<{ rate: number; seconds: number }> {
  const started = performance.now();
  let [amount, own] = [0, 0];
  for (let turn = 0; turn < times; turn++) {
    const done = await work();
    amount += done.amount;
    own += done.seconds ?? 0;
  }
  const seconds = own > 0 ? own : (performance.now() - started) / 1000;
  return { rate: amount / Math.max(seconds, 1e-6), seconds };
}

/** Runs once untimed; returns how often a run must repeat the work. */
async function warmUp(work: () => Promise<Work>): Promise<number> {
  await timed(work, 1);
  const { seconds } = await timed(work, 1);
  return Math.min(MAX_REPEATS, Math.max(1, Math.ceil(LEAST_SECONDS / Math.max(seconds, 1e-5))));
}

/** `onRound` receives 0 … 1. Rejects with the signal's reason. */
export async function measureRow(
  row: BenchRow,
  bench: Bench,
  rounds: number,
  onRound: (fraction: number) => void,
): Promise<MeasuredRow> {
  const { id, group, unit } = row;
  const { signal, samples, dsp } = bench;
  const noBrowser = typeof row.browser === 'string' ? row.browser : null;
  const empty = { id, group, unit, engine: null, browser: null, noBrowser, ratio: null, engineBytes: null };
  if (row.has?.(samples) === false) return { ...empty, check: null };
  // First in its worker, so that the memory is only this work's.
  await row.engine(bench);
  const engineBytes = await dsp.engineMemory({ signal });
  const check = await row.check(bench);
  signal.throwIfAborted();
  if (!check.isRight) return { ...empty, check, engineBytes };
  const ours = () => row.engine(bench);
  const peer = typeof row.browser === 'string' ? null : row.browser;
  const theirs = peer && (() => peer.run(bench));
  const ourTimes = await warmUp(ours);
  const theirTimes = theirs && (await warmUp(theirs).catch(() => null));
  const [engine, browser]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    signal.throwIfAborted();
    const takeTurns = [
      async () => engine.push((await timed(ours, ourTimes)).rate),
      async () => theirs && theirTimes && browser.push((await timed(theirs, theirTimes)).rate),
    ];
    for (const turn of round % 2 === 0 ? takeTurns : takeTurns.toReversed()) await turn();
    onRound((round + 1) / rounds);
  }
  signal.throwIfAborted();
  return {
    ...empty,
    check,
    engine: figureOf(engine),
    browser: browser.length > 0 ? figureOf(browser) : null,
    noBrowser: peer && browser.length === 0 ? 'failed' : noBrowser,
    ratio: browser.length > 0 ? median(engine.map((rate, at) => rate / (browser[at] ?? rate))) : null,
    engineBytes,
  };
}
