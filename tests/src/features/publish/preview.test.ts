import { createStore } from 'jotai/vanilla';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Dsp } from '../../../../src/dsp/client.ts';
import { publishPortsAtom } from '../../../../src/features/publish/ports.ts';
import {
  leavePreviewAtom,
  previewAtom,
  quieterDbAtom,
  stopPreviewAtom,
  togglePreviewAtom,
} from '../../../../src/features/publish/preview.ts';
import { dspAtom } from '../../../../src/state/dsp.ts';
import { volumeAtom } from '../../../../src/state/player.ts';
import { claimSoundAtom, isRecordingAtom } from '../../../../src/state/sound.ts';
import { createFakePlayback } from '../../../support/audio/fakePlayback.ts';

const ORIGINAL = new Blob(['ID3 a file with a title'], { type: 'audio/mpeg' });
const COPY = new Blob(['its sound'], { type: 'audio/mpeg' });

function setUp({ lufs = -12 as number | null, isDamaged = false } = {}) {
  const store = createStore();
  const playbacks: ReturnType<typeof createFakePlayback>[] = [];
  let refused = 0;
  store.set(publishPortsAtom, {
    ...store.get(publishPortsAtom),
    createPlayback: () => {
      const playback = createFakePlayback();
      if (refused > 0) playback.refuseNext('NotAllowedError');
      refused = 0;
      playbacks.push(playback);
      return playback;
    },
  });
  const measured: Blob[] = [];
  const discarded: Blob[] = [];
  const analyse = vi.fn(
    async (
      file: Blob,
      _parts: readonly string[],
      onPeaks: (chunk: { fraction: number }) => void,
      _options: { signal: AbortSignal },
    ) => {
      measured.push(file);
      onPeaks({ fraction: 1 });
      return { lufs };
    },
  );
  const dsp = {
    analyse,
    inspect: async () => ({ metadata: [] }),
    clean: async () => ({ file: COPY, removed: [], cutSeconds: 0, isDamaged }),
    discard: async (file: Blob) => void discarded.push(file),
  };
  store.set(dspAtom, dsp as unknown as Dsp);
  const toggle = () => store.set(togglePreviewAtom, ORIGINAL);
  return {
    ...{ store, playbacks, measured, discarded, analyse, toggle },
    refuseOnce: () => {
      refused = 1;
    },
  };
}

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

it('plays the published copy at the volume of the player, and says how much quieter that is', async () => {
  const { store, playbacks, measured, toggle } = setUp({ lufs: -12 });
  store.set(volumeAtom, 0.5);
  await toggle();
  expect(measured).toEqual([COPY]);
  expect(store.get(previewAtom)).toEqual({ phase: 'playing' });
  expect(store.get(quieterDbAtom)).toBe(4);
  const [load, volume, play] = playbacks[0]?.calls ?? [];
  expect([load, play]).toEqual([`load ${COPY.size} bytes`, 'play']);
  expect(Number(volume?.slice(7))).toBeCloseTo(0.5 * 10 ** (-4 / 20));
  store.set(volumeAtom, 1);
  playbacks[0]?.emit({ type: 'ended' });
  expect(store.get(previewAtom)).toEqual({ phase: 'idle' });
  expect(playbacks[0]?.calls.at(-1)).toBe('unload');
});

it.each([
  ['quiet', -30, 0],
  ['silent', null, 0],
  ['very loud', -3, 6],
] as const)('says what the player does to a %s file', async (_name, lufs, quieter) => {
  const { store, toggle } = setUp({ lufs });
  await toggle();
  expect(store.get(quieterDbAtom)).toBe(quieter);
});

it('plays the copy that the server makes of a damaged file, and deletes it when the form is left', async () => {
  const { store, playbacks, measured, discarded, toggle } = setUp({ isDamaged: true });
  await toggle();
  // The server measures the file as it arrives.
  expect(measured).toEqual([ORIGINAL]);
  expect(playbacks[0]?.calls[0]).toBe(`load ${COPY.size} bytes`);
  discarded.length = 0;
  store.set(leavePreviewAtom);
  expect(discarded).toEqual([COPY]);
  expect(store.get(quieterDbAtom)).toBeNull();
});

it('stops measuring when it is cancelled, and plays nothing', async () => {
  const { store, playbacks, analyse, toggle } = setUp();
  analyse.mockImplementationOnce(async (_file, _parts, onPeaks, { signal }) => {
    onPeaks({ fraction: 0.25 });
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  });
  const run = toggle();
  await expect.poll(() => store.get(previewAtom)).toEqual({ phase: 'measuring', share: 0.25 });
  await toggle();
  await run;
  expect(store.get(previewAtom)).toEqual({ phase: 'idle' });
  expect(playbacks).toEqual([]);
});

it('stops when the microphone records, and does not start while it does', async () => {
  const { store, playbacks, toggle } = setUp();
  await toggle();
  store.set(isRecordingAtom, true);
  expect(playbacks[0]?.calls.at(-1)).toBe('unload');
  await toggle();
  expect(playbacks).toHaveLength(1);
  expect(store.get(previewAtom)).toEqual({ phase: 'idle' });
});

it('silences what sounds, gives the sound back and stops for another sound', async () => {
  const { store, playbacks, toggle } = setUp();
  const silence = vi.fn();
  store.set(claimSoundAtom, silence);
  await toggle();
  expect(silence).toHaveBeenCalledOnce();
  store.set(claimSoundAtom, () => undefined);
  expect(playbacks[0]?.calls.at(-1)).toBe('unload');
  expect(store.get(previewAtom)).toEqual({ phase: 'idle' });
});

it('asks for another press where the browser wants one, and then plays without measuring again', async () => {
  const { store, playbacks, measured, refuseOnce, toggle } = setUp();
  refuseOnce();
  await toggle();
  expect(store.get(previewAtom)).toEqual({ phase: 'ready' });
  await toggle();
  expect(store.get(previewAtom)).toEqual({ phase: 'playing' });
  expect(measured).toHaveLength(1);
  expect(playbacks[0]?.calls.at(-1)).toBe('unload');
  store.set(stopPreviewAtom);
});

it('says that it failed when the browser cannot play the copy', async () => {
  const { store, playbacks, toggle } = setUp();
  await toggle();
  playbacks[0]?.emit({ type: 'error' });
  expect(store.get(previewAtom)).toEqual({ phase: 'failed' });
});
