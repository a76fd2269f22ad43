// One benchmark run, from creating the samples to the report.

import { clockStep, engineFeatures } from './features.ts';
import { type MeasuredRow, measureRow } from './measure.ts';
import { otherRows } from './otherRows.ts';
import type { BenchPorts } from './ports.ts';
import { decodeRows, readRows } from './readRows.ts';
import { type BenchReport, type Depth, reportOf } from './report.ts';
import type { BenchRow } from './row.ts';
import { makeSamples } from './samples.ts';
import { measureScaling } from './scaling.ts';
import { voiceRows } from './voiceRows.ts';
import { writeRows } from './writeRows.ts';

export const ROWS: readonly BenchRow[] = [
  ...writeRows.slice(0, 2),
  ...decodeRows,
  ...readRows,
  ...voiceRows,
  ...writeRows.slice(2),
  ...otherRows,
];

/** Current step: `samples`, the id of a row, or `scaling`. */
export type Step = string;

export interface RunNews {
  step: Step;
  /** 0 … 1 of all. */
  fraction: number;
  rows: readonly MeasuredRow[];
}

export interface RunOptions {
  depth: Depth;
  signal: AbortSignal;
  onNews: (news: RunNews) => void;
}

const DEPTHS: Record<Depth, { soundSeconds: number; rounds: number; scalingRounds: number }> = {
  quick: { soundSeconds: 20, rounds: 3, scalingRounds: 1 },
  full: { soundSeconds: 60, rounds: 7, scalingRounds: 3 },
};

/** Progress weights of creating the samples and of scaling, in rows. */
const SAMPLES_SHARE = 2;
const SCALING_SHARE = 4;

/** Rejects with the signal's reason; always stops the workers. */
export async function runBench(
  ports: BenchPorts,
  { depth, signal, onNews }: RunOptions,
  rows: readonly BenchRow[] = ROWS,
): Promise<BenchReport> {
  const { soundSeconds, rounds, scalingRounds } = DEPTHS[depth];
  const started = performance.now();
  const measured: MeasuredRow[] = [];
  const whole = SAMPLES_SHARE + rows.length + SCALING_SHARE;
  const report = (step: Step, done: number) =>
    onNews({ step, fraction: Math.min(1, done / whole), rows: [...measured] });
  let wasHidden = document.hidden;
  const watch = () => {
    wasHidden ||= document.hidden;
  };
  document.addEventListener('visibilitychange', watch);
  try {
    report('samples', 0);
    const samples = await withEngine(ports, (dsp) => makeSamples(soundSeconds, dsp, ports, signal));
    for (const row of rows) {
      const done = SAMPLES_SHARE + measured.length;
      report(row.id, done);
      const each = await withEngine(ports, (dsp) =>
        measureRow(row, { dsp, samples, ports, signal }, rounds, (part) => report(row.id, done + part)),
      );
      measured.push(each);
    }
    const facts = ports.facts();
    const from = SAMPLES_SHARE + rows.length;
    report('scaling', from);
    const scaling = await measureScaling({ samples, ports, signal }, facts.cores, scalingRounds, (part) =>
      report('scaling', from + part * SCALING_SHARE),
    );
    return reportOf({
      at: new Date().toISOString(),
      engineBuild: ports.engineBuild,
      device: {
        name: null,
        userAgent: navigator.userAgent,
        cores: facts.cores,
        memoryGb: facts.memoryGb ?? null,
        clockStepMs: clockStep(),
        ...engineFeatures(),
      },
      settings: { depth, soundSeconds, rounds },
      tookSeconds: Math.round((performance.now() - started) / 100) / 10,
      wasHidden,
      rows: measured,
      scaling,
    });
  } finally {
    document.removeEventListener('visibilitychange', watch);
  }
}

/** Runs `work` with a new engine and disposes it. */
async function withEngine<T>(
  { createDsp }: Pick<BenchPorts, 'createDsp'>,
  work: (dsp: ReturnType<BenchPorts['createDsp']>) => Promise<T>,
): Promise<T> {
  const dsp = createDsp();
  try {
    return await work(dsp);
  } finally {
    dsp.dispose();
  }
}
