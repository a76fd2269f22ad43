// "Next Step" with real atoms, engine, storage and sound.
import { afterEach, expect, it } from 'vitest';
import { commitAreasAtom, sourceAtom } from '../../../../src/features/editor/atoms.ts';
import { dspAtom } from '../../../../src/state/dsp.ts';
import { sine } from '../../../support/audio/signals.ts';
import { type EditorStore, exportedFile, openedTake } from '../../../support/browser/openedTake.ts';

const RATE = 48_000;
/** Joins take 5 ms to avoid clicks (operation `cut`). */
const JOIN_FRAMES = Math.ceil(0.005 * RATE);
const stores: EditorStore[] = [];

afterEach(() => {
  for (const store of stores.splice(0)) store.get(dspAtom).dispose();
});

/** A different tone every second: 200 Hz, 250 Hz … */
function toneLadder(seconds: number): Float32Array {
  const ladder = new Float32Array(seconds * RATE);
  for (let second = 0; second < seconds; second++)
    ladder.set(sine(200 + 50 * (second % 40), RATE, RATE), second * RATE);
  return ladder;
}

async function exported(samples: Float32Array, regions: [number, number][], phone: boolean) {
  const store = await openedTake(samples, RATE, { phone });
  stores.push(store);
  expect(store.get(sourceAtom)?.seconds).toBe(samples.length / RATE);
  store.set(
    commitAreasAtom,
    regions.map(([start, end], index) => ({ id: `area-${index + 1}`, start, end })),
  );
  const { upload, file } = await exportedFile(store);
  return { store, upload, bytes: new DataView(await file.arrayBuffer()), file };
}

it('exports regions 1–2 s and 5–7 s as a WAV of 3.000 s with the samples of the take (row 33)', async () => {
  const ladder = toneLadder(8);
  const { upload, bytes } = await exported(
    ladder,
    [
      [1, 2],
      [5, 7],
    ],
    false,
  );
  const text = (at: number) => String.fromCharCode(...new Uint8Array(bytes.buffer, at, 4));
  expect(upload).toMatchObject({ type: 'audio/wav', size: bytes.byteLength });
  expect([text(0), text(8), text(12), text(36)]).toEqual(['RIFF', 'WAVE', 'fmt ', 'data']);
  expect(bytes.getUint32(4, true)).toBe(bytes.byteLength - 8);
  // PCM, one channel, the take's rate, bytes per second, bytes per frame, 16 bit.
  expect([bytes.getUint16(20, true), bytes.getUint16(22, true), bytes.getUint32(24, true)]).toEqual([
    1,
    1,
    RATE,
  ]);
  expect([bytes.getUint32(28, true), bytes.getUint16(32, true), bytes.getUint16(34, true)]).toEqual([
    RATE * 2,
    2,
    16,
  ]);
  expect(bytes.getUint32(40, true)).toBe(3 * RATE * 2);
  expect(bytes.byteLength).toBe(44 + 3 * RATE * 2);

  let wrong = 0;
  for (let frame = 0; frame < 3 * RATE; frame++) {
    if (Math.abs(frame - RATE) <= JOIN_FRAMES) continue;
    const from = frame < RATE ? RATE + frame : 4 * RATE + frame;
    if (bytes.getInt16(44 + frame * 2, true) !== Math.round((ladder[from] ?? 9) * 32_767)) wrong++;
  }
  expect(wrong).toBe(0);
});

it('exports a longer take on a phone as an MP3 of 128 kbps and the same length (row 33)', async () => {
  const { store, upload, bytes, file } = await exported(
    toneLadder(70),
    [
      [1, 2],
      [5, 67.5],
    ],
    true,
  );
  expect(upload).toMatchObject({ type: 'audio/mpeg', name: 'ladder.mp3' });
  const dsp = store.get(dspAtom);
  const facts = await dsp.inspect(file);
  expect(Math.abs(facts.seconds - 63.5)).toBeLessThan(0.05);
  const decoded = await dsp.decodeRange(file, 30, 80);
  expect(Math.abs((decoded.channels[0]?.length ?? 0) / decoded.sampleRate - 33.5)).toBeLessThan(0.05);
  // ISO 11172-3: the upper four bits of the third byte; 9 is 128 kbit/s in layer III of MPEG-1.
  const rates = new Set<number>();
  let at = 0;
  while (bytes.getUint16(at) >> 5 !== 0x7ff) at++;
  while (at + 4 <= bytes.byteLength && bytes.getUint16(at) >> 5 === 0x7ff) {
    rates.add(bytes.getUint8(at + 2) >> 4);
    const padding = (bytes.getUint8(at + 2) >> 1) & 1;
    at += Math.floor((144 * 128_000) / RATE) + padding;
  }
  expect([...rates]).toEqual([9]);
  expect(at).toBe(bytes.byteLength);
});

it('exports regions 1–2 s and 5–7 s as an MP3 that the browser decodes and plays in 3.000 s (row 33)', async () => {
  const store = await openedTake(toneLadder(8), RATE);
  stores.push(store);
  const source = store.get(sourceAtom);
  if (!source) throw new Error('nothing is open');
  const regions = [
    { start: 1, end: 2 },
    { start: 5, end: 7 },
  ];
  const { file } = await store.get(dspAtom).cut(source.file, regions, { format: 'mp3', kbps: 128 });
  for (const rate of [RATE, 44_100]) {
    const context = new OfflineAudioContext(1, 1, rate);
    const decoded = await context.decodeAudioData(await file.arrayBuffer());
    expect(decoded.length).toBe(3 * rate);
  }
  const audio = new Audio(URL.createObjectURL(file));
  await new Promise((resolve, reject) => {
    audio.onloadedmetadata = resolve;
    audio.onerror = reject;
  });
  expect(audio.duration).toBeCloseTo(3, 3);
  URL.revokeObjectURL(audio.src);
});
