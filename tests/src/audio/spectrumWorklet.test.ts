// The spectrum processor of the shipped worklet module, in a fake audio scope.
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { REPORT_BUFFERS, REPORT_HEAD, reportBytes, SPECTRUM_PROCESSOR } from '../../../src/audio/protocol.ts';
import { createFakeNode, installWorkletScope } from '../../support/audio/fakeWorkletScope.ts';

const QUANTUM = 128;
const RATE = 48_000;
let module: WebAssembly.Module;

beforeAll(async () => {
  module = await WebAssembly.compile(
    await readFile(new URL('../../../dsp/pkg/worklet.wasm', import.meta.url)),
  );
  installWorkletScope(RATE);
  // Imported by URL, because the processor is compiled for the audio scope, whose globals are missing here.
  await import(new URL('../../../src/audio/worklets/spectrum.worklet.ts', import.meta.url).href);
});

const create = (fftSize: 512 | 1024 = 1024) => createFakeNode(SPECTRUM_PROCESSOR, { module, fftSize });

/** Render quanta of a sine of `hz` at `amplitude`. */
function sine(hz: number, amplitude: number, quanta: number): Float32Array[][][] {
  return Array.from({ length: quanta }, (_, quantum) => [
    [
      Float32Array.from(
        { length: QUANTUM },
        (_, i) => amplitude * Math.sin((2 * Math.PI * hz * (quantum * QUANTUM + i)) / RATE),
      ),
    ],
  ]);
}

function readReport(report: unknown) {
  const buffer = report as ArrayBuffer;
  const floats = new Float32Array(buffer, 0, REPORT_HEAD.length);
  const counts = new Uint32Array(buffer, 0, REPORT_HEAD.length);
  return {
    rms: floats[REPORT_HEAD.rms],
    peak: floats[REPORT_HEAD.peak],
    droppedQuanta: counts[REPORT_HEAD.droppedQuanta],
    skippedReports: counts[REPORT_HEAD.skippedReports],
    spectrum: new Uint8Array(buffer, REPORT_HEAD.length * 4),
  };
}

describe('worklet module', () => {
  it('imports nothing, fits in 12 kB and cannot grow its memory', async () => {
    expect(WebAssembly.Module.imports(module)).toEqual([]);
    const bytes = await readFile(new URL('../../../dsp/pkg/worklet.wasm', import.meta.url));
    expect(bytes.length).toBeLessThanOrEqual(12 * 1024);
    const { memory } = new WebAssembly.Instance(module, {}).exports as { memory: WebAssembly.Memory };
    expect(() => memory.grow(1)).toThrow(RangeError);
  });
});

describe('spectrum processor', () => {
  it.each([512, 1024] as const)('shows 1 kHz in its bin at transform size %i', (fftSize) => {
    const node = create(fftSize);
    for (const inputs of sine(1000, 0.02, 100)) {
      node.render(inputs);
      if (node.port.sent.length > 1) node.port.deliver(node.port.sent.shift());
    }
    const { spectrum, rms, peak } = readReport(node.port.sent.at(-1));
    expect(spectrum.length).toBe(fftSize / 2);
    const loudest = spectrum.indexOf(Math.max(...spectrum));
    expect(Math.abs(loudest - (1000 * fftSize) / RATE)).toBeLessThanOrEqual(1);
    expect(spectrum[fftSize / 4]).toBeLessThan(spectrum[loudest]! / 2);
    expect(peak).toBeCloseTo(0.02, 3);
    expect(rms).toBeCloseTo(0.02 / Math.SQRT2, 3);
  });

  it('posts once per frame, not per quantum, and reuses returned buffers', () => {
    const node = create();
    const inputs = sine(440, 0.5, 1)[0]!;
    let reports = 0;
    for (let quantum = 0; quantum < RATE / QUANTUM; quantum++) {
      node.render(inputs);
      for (const buffer of node.port.sent.splice(0)) {
        expect((buffer as ArrayBuffer).byteLength).toBe(reportBytes(1024));
        reports += 1;
        node.port.deliver(buffer);
      }
    }
    expect(reports).toBeGreaterThanOrEqual(59);
    expect(reports).toBeLessThanOrEqual(61);
  });

  it('counts reports it could not send and quanta the render thread skipped', () => {
    const node = create();
    const inputs = sine(440, 0.5, 1)[0]!;
    for (let quantum = 0; quantum < 375; quantum++) node.render(inputs);
    expect(node.port.sent.length).toBe(REPORT_BUFFERS);
    node.port.deliver(node.port.sent.shift());
    node.render(inputs, QUANTUM, 5);
    for (let quantum = 0; quantum < 10; quantum++) node.render(inputs);
    const { droppedQuanta, skippedReports } = readReport(node.port.sent.at(-1));
    expect(droppedQuanta).toBe(5);
    expect(skippedReports).toBeGreaterThan(50);
  });

  it('survives missing inputs, empty channels, longer quanta and unknown messages', () => {
    const node = create();
    node.port.deliver('nonsense');
    node.port.deliver(new ArrayBuffer(3));
    for (const inputs of [
      [],
      [[]],
      [[new Float32Array(0)]],
      [[new Float32Array(0), new Float32Array(128)]],
    ]) {
      for (let i = 0; i < 20; i++) expect(node.render(inputs)).toBe(true);
    }
    const nine = Array.from({ length: 9 }, () => new Float32Array(QUANTUM).fill(0.25));
    expect(node.render([nine])).toBe(true);
    expect(node.render([[new Float32Array(1000).fill(Number.NaN)]], 1000)).toBe(true);
    for (const buffer of node.port.sent.splice(0)) node.port.deliver(buffer);
    for (let i = 0; i < 20; i++) node.render([[]]);
    expect(readReport(node.port.sent.at(-1)).rms).toBe(0);
  });

  it('decays to zero when its source ends, and ends on request', () => {
    const node = create();
    for (const inputs of sine(1000, 0.9, 50)) {
      node.render(inputs);
      for (const buffer of node.port.sent.splice(0)) node.port.deliver(buffer);
    }
    for (let i = 0; i < 2000; i++) {
      node.render([]);
      if (i < 1990) for (const buffer of node.port.sent.splice(0)) node.port.deliver(buffer);
    }
    const { spectrum, peak } = readReport(node.port.sent.at(-1));
    expect(peak).toBe(0);
    expect(Math.max(...spectrum)).toBe(0);
    node.port.deliver('stop');
    expect(node.render([])).toBe(false);
  });

  it('rejects a transform size that the module lacks', () => {
    expect(() => createFakeNode(SPECTRUM_PROCESSOR, { module, fftSize: 300 })).toThrow(RangeError);
  });

  it('allocates nothing in 10,000 quanta', () => {
    const node = create();
    const inputs = sine(440, 0.5, 1)[0]!;
    // Warmed up and without free buffers, only the per-quantum path remains.
    for (let quantum = 0; quantum < 20_000; quantum++) node.render(inputs);
    // The third smallest of several runs: a busy machine compiles late, and garbage collection may hit one or two.
    const runs = Array.from({ length: 11 }, () => {
      const before = process.memoryUsage().heapUsed;
      for (let quantum = 0; quantum < 10_000; quantum++) node.render(inputs);
      return process.memoryUsage().heapUsed - before;
    });
    const grown = runs.sort((a, b) => a - b)[2];
    // One object per quantum would take at least 160 kB.
    expect(grown).toBeLessThan(80_000);
  });
});
