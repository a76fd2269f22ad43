// An analysis returns only the requested parts, and each part has the same value whether requested by itself or with
// others.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadCore } from '../../dsp/cli/node.mjs';
import type { AnalysisPart } from '../../dsp/pkg/dsp.js';
import { noise } from '../support/audio/signals.ts';
import { writeWav } from '../support/audio/wav.ts';
import { EVERY_PART, onFile } from '../support/engine/nodeEngine.ts';
import { temporaryFolder } from '../support/storage/temporaryFolder.ts';

const folder = temporaryFolder('parts');

const RATE = 44_100;
const input = join(folder, 'part.wav');
const samples = noise(7, 3 * RATE, 1).map((value, at) =>
  at < RATE ? value * 1.2 : at < 2 * RATE ? 0 : value,
);
writeFileSync(
  input,
  writeWav({ sampleRate: RATE, channels: [samples.map((x) => Math.max(-1, Math.min(1, x)))] }),
);

const analysed = async (parts: readonly AnalysisPart[]) =>
  (await onFile(input, (core, source) => core.analyse(source, parts))).facts;

it('measures only the requested parts', async () => {
  const { facts } = await onFile(input, (core, source) => core.inspect(source));
  expect(await analysed([])).toEqual(facts);
});

it('gives each part the same result when requested by itself or with others', async () => {
  const bare = await analysed([]);
  const all = await analysed(EVERY_PART);
  expect(Object.keys(all).sort()).toEqual([...Object.keys(bare), ...EVERY_PART].sort());
  expect(all.clippedSamples).toBeGreaterThan(0);
  expect(all.silence).toHaveLength(1);
  for (const part of EVERY_PART) expect(await analysed([part]), part).toEqual({ ...bare, [part]: all[part] });
});

it('writes sentences on request', async () => {
  const reports = [true, false].map((wanted) => [
    onFile(input, (core, source, sink) => core.repair(source, sink, wanted)),
    onFile(input, (core, source, sink) => core.remux(source, sink, wanted)),
  ]);
  const words = (await Promise.all(reports.flat())).map(({ facts }) => facts.words);
  expect(words).toEqual([[expect.stringContaining('No damage was found')], [], null, null]);
});

it('reports an unknown part as the caller’s mistake', async () => {
  const core = await loadCore();
  const source = { size: 0, readAt: () => new Uint8Array() };
  const wrong = ['loudness'] as unknown as AnalysisPart[];
  expect(() => core.analyse(source, wrong)).toThrow(expect.objectContaining({ name: 'invalid_argument' }));
});
