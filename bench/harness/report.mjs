// The table on the terminal and the JSON record of a run.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';

/** @param {import('./measure.mjs').Result} result */
export function resultLines({ name, unit, ours, peers }) {
  const rate = ({ median, spread }) =>
    `${round(median).padStart(8)} ${unit}/s ±${(spread * 100).toFixed(0).padStart(2)} %`;
  const lines = [`\n${name}`, `  ${ours.name.padEnd(28)} ${rate(ours)}`];
  for (const peer of peers) {
    const bar = peer.done === undefined ? '' : `  ${verdict(peer)}`;
    lines.push(`  ${peer.name.padEnd(28)} ${rate(peer)}  ours is ${peer.ratio.toFixed(2)} ×${bar}`);
  }
  return lines;
}

/** A figure without a bound always passes. @param {import('./measure.mjs').Bar} bar */
const isMet = ({ value, atLeast = -Infinity, atMost = Infinity, below = Infinity }) =>
  value >= atLeast && value <= atMost && value < below;

/** @param {import('./measure.mjs').Bar} bar */
export function barLine(bar) {
  if (bar.notRun) return `          ${bar.what}: not run: ${bar.notRun}`;
  const bound = [
    ['≥', bar.atLeast],
    ['≤', bar.atMost],
    ['<', bar.below],
  ].find(([, value]) => value !== undefined);
  const value = `${bar.what}: ${Number.isInteger(bar.value) ? bar.value : round(bar.value)} ${bar.unit}`;
  if (!bound) return `          ${value}`;
  return `  ${isMet(bar) ? 'MET    ' : 'NOT MET'} ${value} (${bound[0]} ${bound[1]})`;
}

function verdict({ ratio, done, goal }) {
  const bars = `(done ${done} ×${goal ? `, goal ${goal} ×` : ''})`;
  if (goal && ratio >= goal) return `goal reached ${bars}`;
  return ratio >= done ? `done ${bars}` : `NOT MET ${bars}`;
}

export function round(value) {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

/** What the figures depend on. */
export function machine() {
  const [cpu] = cpus();
  return {
    cpu: cpu?.model.trim() ?? 'unknown',
    cores: cpus().length,
    /** Processes that wanted a core during the last minute; far above `cores` means noisy figures. */
    load: Number(loadavg()[0].toFixed(1)),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    v8: process.versions.v8,
    platform: `${process.platform} ${process.arch}`,
  };
}

/**
 * Writes bench/results/NAME-COMMIT.json (`-quick` and `-edited` where they apply) and returns its path.
 * @param {string} name
 * @param {{ quick: boolean, results: unknown[] }} run
 */
export function keep(name, { quick, results }) {
  const folder = new URL('../results/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  const commit = git('rev-parse', '--short', 'HEAD');
  const edited = git('status', '--porcelain', '--untracked-files=no') !== '';
  const file = `${name}-${commit}${edited ? '-edited' : ''}${quick ? '-quick' : ''}.json`;
  const record = {
    bench: name,
    commit,
    edited,
    date: new Date().toISOString(),
    quick,
    machine: machine(),
    results,
  };
  writeFileSync(new URL(file, folder), `${JSON.stringify(record, withoutJobs, 2)}\n`);
  return `bench/results/${file}`;
}

/** Requests are not results: thousands of lines, and sessions created for the run. */
const withoutJobs = (key, value) => (key === 'job' ? undefined : value);

function git(...args) {
  try {
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return 'unknown';
  }
}
