// The level reader on a real audio graph, compared with the browser's AnalyserNode.
import { afterEach, expect, it } from 'vitest';
import { createLevels, type Levels } from '../../../src/audio/levels.ts';

let context: AudioContext | undefined;
let levels: Levels | undefined;

afterEach(async () => {
  levels?.dispose();
  await context?.close();
});

async function waitFor(condition: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 300 && !condition(); attempt++) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

/** A steady tone, its level reader, and an AnalyserNode with the same settings. */
async function listenTo(frequency: number, gain: number, fftSize: 512 | 1024) {
  context = new AudioContext({ sampleRate: 48_000 });
  await context.resume();
  const oscillator = new OscillatorNode(context, { frequency });
  const source = new GainNode(context, { gain });
  const analyser = new AnalyserNode(context, { fftSize });
  oscillator.connect(source).connect(analyser);
  oscillator.start();
  levels = await createLevels(context, source, { fftSize });
  return { oscillator, analyser, levels };
}

it.each([512, 1024] as const)('matches AnalyserNode at transform size %i', async (fftSize) => {
  const { analyser, levels } = await listenTo(1000, 0.02, fftSize);
  expect(levels.binCount).toBe(fftSize / 2);
  const ours = new Uint8Array(levels.binCount);
  const theirs = new Uint8Array(analyser.frequencyBinCount);
  // Both settle within one second of a steady tone.
  for (let frame = 0; frame < 90; frame++) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    levels.read(ours);
    analyser.getByteFrequencyData(theirs);
  }
  const loudest = ours.indexOf(Math.max(...ours));
  expect(Math.abs(loudest - (1000 * fftSize) / 48_000)).toBeLessThanOrEqual(1);
  for (let bin = 0; bin < ours.length; bin++) {
    // Far from the tone both show rounding noise; near it the phase moves a bin by one step.
    if (theirs[bin]! < 60) expect(ours[bin]).toBeLessThan(75);
    else expect(Math.abs(ours[bin]! - theirs[bin]!), `bin ${bin}`).toBeLessThanOrEqual(2);
  }
  const level = levels.read(ours);
  expect(level.peak).toBeCloseTo(0.02, 2);
  expect(level.rms).toBeCloseTo(0.02 / Math.SQRT2, 2);
});

it('returns the same object, follows the sound and stops when disposed', async () => {
  const { oscillator, levels } = await listenTo(440, 0.5, 512);
  const target = new Uint8Array(10);
  const level = levels.read(target);
  await waitFor(() => level.peak > 0.45);
  expect(level.peak).toBeGreaterThan(0.45);
  expect(levels.read(new Uint8Array(1000))).toBe(level);
  oscillator.stop();
  await waitFor(() => level.peak === 0);
  expect(level.peak).toBe(0);
  levels.dispose();
});

it('shares one context between two readers', async () => {
  const first = await listenTo(440, 0.5, 512);
  const source = new ConstantSourceNode(context!, { offset: 0.25 });
  source.start();
  const second = await createLevels(context!, source, { fftSize: 1024 });
  const none = new Uint8Array(0);
  // The RMS covers 1,024 samples, the peak is there from the first block on.
  await waitFor(() => second.read(none).rms > 0.249 && first.levels.read(none).peak > 0.45);
  expect(second.read(none)).toEqual({ peak: 0.25, rms: expect.closeTo(0.25, 5) });
  expect(first.levels.read(none).peak).toBeGreaterThan(0.45);
  second.dispose();
});
