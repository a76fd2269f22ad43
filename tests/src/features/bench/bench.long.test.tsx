// The benchmark with the real engine in a real browser. Results are checked before timing, a run can be cancelled,
// and its file follows the published schema. No assertion on speed.
import { createStore } from 'jotai/vanilla';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { z } from 'zod';
import { benchAtom, benchRowsAtom, startBenchAtom } from '../../../../src/features/bench/atoms.ts';
import { BenchPanel } from '../../../../src/features/bench/BenchPanel.tsx';
import { measureRow } from '../../../../src/features/bench/measure.ts';
import { type BenchPorts, benchPortsAtom } from '../../../../src/features/bench/ports.ts';
import {
  type BenchReport,
  changeOf,
  reportFile,
  SCHEMA_PATH,
} from '../../../../src/features/bench/report.ts';
import { ROWS } from '../../../../src/features/bench/run.ts';
import { makeSamples } from '../../../../src/features/bench/samples.ts';
import { renderApp } from '../../../support/browser/renderApp.tsx';

beforeEach(() => localStorage.clear());

/** The schema as published. */
const publishedSchema = async () => z.fromJSONSchema(await (await fetch(SCHEMA_PATH)).json());
const only = (...ids: string[]) => ROWS.filter(({ id }) => ids.includes(id));

function reportIn(store: ReturnType<typeof createStore>): BenchReport {
  const state = store.get(benchAtom);
  if (state.phase !== 'resting' || state.report === null) throw new Error(`no report: ${state.phase}`);
  return state.report;
}

/** Encodes for real `times` per number of workers, then returns at once, to keep the test short. */
function sharingAtMost(times: number, ports: BenchPorts): BenchPorts {
  return {
    ...ports,
    createDsp: (options) => {
      const dsp = ports.createDsp(options);
      if (!options?.workers) return dsp;
      let done = 0;
      const facts = { frames: 240 * 48_000, seconds: 240, sampleRate: 48_000, channels: 1 };
      const cut: typeof dsp.cut = async (...work) =>
        ++done > times ? { ...facts, file: new Blob(['mp3']) } : dsp.cut(...work);
      return { ...dsp, cut };
    },
  };
}

it('checks every operation against the browser (row 60)', async () => {
  const store = createStore();
  const ports = store.get(benchPortsAtom);
  const { signal } = new AbortController();
  const dsp = ports.createDsp();
  const samples = await makeSamples(10, dsp, ports, signal);
  expect(samples.webm).not.toBeNull();
  const wrong: string[] = [];
  const noted: Record<string, unknown> = {};
  for (const row of ROWS) {
    if (row.has?.(samples) === false) {
      expect(row.id, 'only AAC may be missing in Chromium').toBe('decode-aac');
      continue;
    }
    const check = await row.check({ dsp, samples, ports, signal });
    noted[row.id] = check;
    if (!check.isRight) wrong.push(`${row.id}: ${JSON.stringify(check)}`);
  }
  dsp.dispose();
  expect(wrong).toEqual([]);
  expect(Object.keys(noted).length).toBeGreaterThan(16);
});

it('never times a wrong result (row 60)', async () => {
  const store = createStore();
  const ports = store.get(benchPortsAtom);
  const { signal } = new AbortController();
  const dsp = ports.createDsp();
  const samples = await makeSamples(10, dsp, ports, signal);
  const [row] = only('decode-mp3');
  if (!row) throw new Error('no such row');
  const damaged = { ...samples, mp3: samples.tone };
  const measured = await measureRow(row, { dsp, samples: damaged, ports, signal }, 1, () => {});
  dsp.dispose();
  expect(measured.check?.isRight).toBe(false);
  expect([measured.engine, measured.browser, measured.ratio]).toEqual([null, null, null]);
});

it('ends a run with a chart and a valid file, and compares it with the next (row 60)', async () => {
  await page.viewport(320, 640);
  const store = createStore();
  store.set(benchRowsAtom, only('decode-mp3', 'encode-mp3', 'sha256', 'spectrum', 'decode-aac'));
  store.set(benchPortsAtom, sharingAtMost(1, store.get(benchPortsAtom)));
  const { screen } = await renderApp(<BenchPanel />, { store });
  await screen.getByRole('button', { name: 'Start' }).click();
  await expect.element(screen.getByRole('progressbar')).toBeVisible();
  await expect.poll(() => store.get(benchAtom).phase, { timeout: 60_000, interval: 200 }).toBe('resting');
  const report = reportIn(store);
  expect(report.rows.map(({ id }) => id).toSorted()).toEqual(
    ['decode-aac', 'decode-mp3', 'encode-mp3', 'sha256', 'spectrum'].toSorted(),
  );
  const decoder = report.rows.find(({ id }) => id === 'decode-mp3');
  expect(decoder?.engine?.runs).toHaveLength(3);
  expect(decoder?.browser?.runs).toHaveLength(3);
  expect(report.rows.find(({ id }) => id === 'encode-mp3')).toMatchObject({
    browser: null,
    noBrowser: 'live',
  });
  expect(report.scaling).toMatchObject({ isSame: true });
  expect(report.scaling.steps.map(({ workers }) => workers).slice(0, 2)).toEqual([1, 2]);
  await expect.element(screen.getByRole('heading', { name: 'Decode', exact: true })).toBeVisible();
  await expect.element(screen.getByText(/No browser writes MP3/)).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);

  const schema = await publishedSchema();
  const written: unknown = JSON.parse(await reportFile(report, '').text());
  expect(schema.safeParse(written).error?.issues ?? []).toEqual([]);
  expect(written).toMatchObject({ device: { name: null, userAgent: navigator.userAgent } });
  expect(JSON.stringify(written)).not.toMatch(/account|token|session/i);
  const named: unknown = JSON.parse(await reportFile(report, ' Old phone ').text());
  expect(named).toMatchObject({ device: { name: 'Old phone' } });
  for (const broken of [
    { ...report, rows: [{ id: 'x' }] },
    { ...report, accountId: 'a' },
    { ...report, at: 'now' },
  ])
    expect(schema.safeParse(broken).success).toBe(false);

  // After a reload it shows the report and compares the next run with it.
  const later = createStore();
  const ports = later.get(benchPortsAtom);
  expect(reportIn(later).at).toBe(report.at);
  later.set(benchRowsAtom, only('sha256'));
  // A test above checks the scaling.
  later.set(benchPortsAtom, sharingAtMost(0, ports));
  await later.set(startBenchAtom);
  expect(later.get(benchAtom)).toMatchObject({ before: { at: report.at } });
});

it('stops the workers on cancel and saves nothing (row 60)', async () => {
  const store = createStore();
  const ports = store.get(benchPortsAtom);
  const open = new Set<unknown>();
  store.set(benchPortsAtom, {
    ...ports,
    createDsp: (options) => {
      const dsp = ports.createDsp(options);
      open.add(dsp);
      const dispose = () => {
        open.delete(dsp);
        dsp.dispose();
      };
      return { ...dsp, dispose };
    },
  });
  const { screen } = await renderApp(<BenchPanel />, { store });
  await screen.getByRole('button', { name: 'Start' }).click();
  await expect
    .poll(() => store.get(benchAtom), { timeout: 60_000 })
    .toMatchObject({ phase: 'running', news: { step: 'encode-mp3' } });
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(screen.getByText('Cancelled. Nothing was saved.')).toBeVisible();
  expect(open.size).toBe(0);
  expect(localStorage.getItem('aural.bench')).toBeNull();
  await expect.element(screen.getByRole('button', { name: 'Start' })).toBeVisible();
});

it('reports a change only above the spread (row 60)', () => {
  const figure = (median: number, spread: number) => ({ median, spread, runs: [median] });
  expect(changeOf(figure(110, 0.01), figure(100, 0.01))).toBeCloseTo(0.1);
  expect(changeOf(figure(110, 0.06), figure(100, 0.06))).toBeNull();
  expect(changeOf(figure(102, 0), figure(100, 0))).toBeNull();
  expect(changeOf(figure(50, 0.01), figure(100, 0.01))).toBeCloseTo(-0.5);
  expect(changeOf(null, figure(1, 0))).toBeNull();
});
