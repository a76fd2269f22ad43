// The tools with real atoms, engine, storage and sound.
import { afterEach, expect, it } from 'vitest';
import type { Region } from '../../../../src/dsp/protocol.ts';
import { areasAtom, chooseToolsAtom, undoAtom } from '../../../../src/features/editor/atoms.ts';
import {
  endPausesAtom,
  offeredCutsAtom,
  startPausesAtom,
} from '../../../../src/features/editor/tools/pausesSession.ts';
import { endTrialAtom, startTrialAtom } from '../../../../src/features/editor/tools/trialSession.ts';
import { findingsAtom } from '../../../../src/features/editor/tools/voiceTools.ts';
import { dspAtom } from '../../../../src/state/dsp.ts';
import { labelledTake, TAKE_RATE_HZ } from '../../../support/audio/labelledTake.ts';
import { noise } from '../../../support/audio/signals.ts';
import { type EditorStore, exportedFile, openedTake } from '../../../support/browser/openedTake.ts';
import { voice } from '../../../support/server/voice.ts';

const RATE = 44_100;
/** EBU R 128 s2 for mono speech, the tool's target. */
const TARGET_LUFS = -19;
const stores: EditorStore[] = [];
const opened = async (...args: Parameters<typeof openedTake>) => {
  const store = await openedTake(...args);
  stores.push(store);
  return store;
};

afterEach(() => {
  for (const store of stores.splice(0)) store.get(dspAtom).dispose();
});

it('proposes four seconds of silence but not of quiet breathing; undo restores all', async () => {
  const take = labelledTake(
    [
      { sound: 'speech', seconds: 6 },
      { sound: 'room', seconds: 4 },
      { sound: 'speech', seconds: 4 },
      { sound: 'breath', seconds: 4 },
      { sound: 'speech', seconds: 4 },
    ],
    { speech: -22, breath: -45, room: -70 },
  );
  const store = await opened(take, TAKE_RATE_HZ);
  const before = store.get(areasAtom);
  await store.set(startPausesAtom);
  const cuts = store.get(offeredCutsAtom);
  expect(cuts).toHaveLength(1);
  // 200 ms of the silence stay on each side.
  expect(cuts[0]?.start).toBeGreaterThan(6);
  expect(cuts[0]?.end).toBeLessThan(10);
  expect((cuts[0]?.end ?? 0) - (cuts[0]?.start ?? 0)).toBeGreaterThan(3.2);
  store.set(endPausesAtom, 'apply');
  expect(store.get(areasAtom)).toHaveLength(2);
  store.set(undoAtom);
  expect(store.get(areasAtom)).toEqual(before);
});

it.each([-35, -12])('publishes a take of %d LUFS within 1 LU of the target', async (lufs) => {
  const speech = voice(16, RATE);
  const store = await opened(speech, RATE);
  const whole: Region[] = [{ start: 0, end: 16 }];
  const dsp = store.get(dspAtom);
  const loudnessOf = async (file: Blob, regions: Region[]) =>
    (await dsp.planLoudness(file, regions, undefined)).measuredLufs ?? Number.NaN;
  const take = await exportedFile(store);
  const gain = 10 ** ((lufs - (await loudnessOf(take.file, whole))) / 20);
  const moved = await opened(
    speech.map((sample) => sample * gain),
    RATE,
  );
  moved.set(chooseToolsAtom, { loudness: true });
  const { file } = await exportedFile(moved);
  const { seconds } = await dsp.inspect(file);
  expect(Math.abs((await loudnessOf(file, [{ start: 0, end: seconds }])) - TARGET_LUFS)).toBeLessThan(1);
});

it('publishes a take whose hum and hiss were found and removed', async () => {
  const speech = voice(12, RATE);
  const isPause = (n: number) => n > 8 * RATE;
  const hiss = noise(3, speech.length, 0.004);
  const noisy = speech.map((value, n) => {
    const hum = 0.02 * Math.sin((2 * Math.PI * 50 * n) / RATE);
    return hum + (hiss[n] ?? 0) + (isPause(n) ? 0 : 0.4 * value);
  });
  const store = await opened(noisy, RATE);
  await store.set(startTrialAtom, 'cleanup');
  expect(store.get(findingsAtom)?.humHz).toBeCloseTo(50, 1);
  expect(store.get(findingsAtom)?.hissDb).not.toBeNull();
  store.set(endTrialAtom, 'apply');
  const { file } = await exportedFile(store);
  const exported = new Int16Array(await file.slice(44).arrayBuffer());
  expect(exported.length).toBe(noisy.length);
  const powerOf = (samples: ArrayLike<number>, scale: number) => {
    const pause = Array.from(samples).slice(9 * RATE, 11.5 * RATE);
    return pause.reduce((sum, value) => sum + (value / scale) ** 2, 0) / pause.length;
  };
  expect(10 * Math.log10(powerOf(noisy, 1) / powerOf(exported, 32_768))).toBeGreaterThan(10);
  store.set(undoAtom);
  const plain = new Int16Array(await (await exportedFile(store)).file.slice(44).arrayBuffer());
  expect(10 * Math.log10(powerOf(noisy, 1) / powerOf(plain, 32_768))).toBeCloseTo(0, 1);
});

it('publishes no original samples with a persona', async () => {
  const speech = voice(8, RATE);
  const store = await opened(speech, RATE);
  const plain = new Int16Array(await (await exportedFile(store)).file.slice(44).arrayBuffer());
  store.set(chooseToolsAtom, { persona: 'light' });
  const { file } = await exportedFile(store);
  const disguised = new Int16Array(await file.slice(44).arrayBuffer());
  expect(disguised.length).toBe(plain.length);
  // A loud run of this many samples identifies its position.
  const RUN = 24;
  const keyAt = (samples: Int16Array, at: number) => samples.subarray(at, at + RUN).join();
  const isLoud = (samples: Int16Array, at: number) =>
    samples.subarray(at, at + RUN).some((sample) => Math.abs(sample) > 2000);
  const known = new Set<string>();
  for (let at = 0; at + RUN <= plain.length; at++) if (isLoud(plain, at)) known.add(keyAt(plain, at));
  expect(known.size).toBeGreaterThan(100_000);
  const copied: string[] = [];
  for (let at = 0; at + RUN <= disguised.length; at++) {
    const key = keyAt(disguised, at);
    if (isLoud(disguised, at) && known.has(key)) copied.push(`${at}: ${key}`);
  }
  expect(copied).toEqual([]);
});
