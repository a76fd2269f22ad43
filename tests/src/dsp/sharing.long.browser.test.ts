// Long work split between workers, with the real workers and module: the same bytes as with one worker,
// repeated pieces after a crash, and no files left after a cancellation.
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createDsp, type Dsp } from '../../../src/dsp/client.ts';
import type { PeaksChunk } from '../../../src/dsp/protocol.ts';
import { noise } from '../../support/audio/signals.ts';
import { wavBlob } from '../../support/audio/wavBlob.ts';
import { voice } from '../../support/server/voice.ts';

const RATE = 48_000;
/** Three encoder segments, five pieces of peaks. */
const SECONDS = 250;
const REGIONS = [
  { start: 1, end: 130 },
  { start: 131, end: SECONDS },
];

let file: Blob;
/** The same with hum and hiss. */
let noisy: Blob;
const open: Dsp[] = [];
const workers: Worker[] = [];

function start(ways: number): Dsp {
  const dsp = createDsp({ workers: 3, ways: () => ways });
  open.push(dsp);
  return dsp;
}

/** Simulates the browser's error for a worker that ran out of memory. */
function crash(worker: Worker | undefined): void {
  worker?.terminate();
  worker?.dispatchEvent(new ErrorEvent('error', { message: 'planted' }));
}

beforeAll(() => {
  const minute = voice(50, RATE);
  const samples = new Float32Array(SECONDS * RATE);
  for (let at = 0; at < samples.length; at += minute.length) samples.set(minute, at);
  file = wavBlob(samples, RATE);
  const hiss = noise(5, samples.length, 0.006);
  noisy = wavBlob(
    samples.map(
      (sample, n) => 0.5 * sample + (hiss[n] ?? 0) + 0.02 * Math.sin((2 * Math.PI * 50.02 * n) / RATE),
    ),
    RATE,
  );
  const Real = Worker;
  vi.stubGlobal(
    'Worker',
    class extends Real {
      constructor(...args: ConstructorParameters<typeof Worker>) {
        super(...args);
        workers.push(this);
      }
    },
  );
});

afterEach(() => {
  for (const dsp of open.splice(0)) dsp.dispose();
  workers.length = 0;
});

const digest = async (blob: Blob) =>
  String(new Uint8Array(await crypto.subtle.digest('SHA-256', await blob.arrayBuffer())));

/** All pairs as one array; checks their order. */
function collected() {
  const pairs: number[] = [];
  const loudness: number[] = [];
  const fractions: number[] = [];
  return {
    pairs,
    loudness,
    fractions,
    add(chunk: PeaksChunk) {
      expect(chunk.firstPair).toBe(pairs.length / 2);
      fractions.push(chunk.fraction);
      for (const value of chunk.pairs) pairs.push(value);
      for (const value of chunk.rms) loudness.push(value);
    },
  };
}

async function filesOnDisk(): Promise<number> {
  const root = await (await navigator.storage.getDirectory()).getDirectoryHandle('dsp-scratch', {
    create: true,
  });
  let files = 0;
  for await (const folder of root.values())
    for await (const _ of (folder as FileSystemDirectoryHandle).values()) files += 1;
  return files;
}

describe('peaks', () => {
  test('are the same with two workers as with one, in order, with the length known early', async () => {
    const [alone, shared] = [collected(), collected()];
    // Requesting a part makes the engine use one pass.
    const { clippedSamples: _, ...single } = await createDspOnce().analyse(
      file,
      ['clippedSamples'],
      alone.add,
    );
    let known = -1;
    const whole = await start(2).analyse(file, [], shared.add, {
      onInspection: ({ frames }) => {
        known = frames;
        expect(shared.pairs.length).toBeLessThan(alone.pairs.length);
      },
    });
    expect(workers.length).toBe(3);
    expect(whole).toEqual(single);
    expect(known).toBe(SECONDS * RATE);
    expect(shared.pairs).toEqual(alone.pairs);
    expect(shared.loudness).toEqual(alone.loudness);
    expect(shared.fractions).toEqual(shared.fractions.toSorted((a, b) => a - b));
    expect(shared.fractions.at(-1)).toBe(1);
  });

  test('survive a worker crash', async () => {
    const [alone, shared] = [collected(), collected()];
    await createDspOnce().analyse(file, ['clippedSamples'], alone.add);
    let broken = false;
    await start(2).analyse(file, [], (chunk) => {
      shared.add(chunk);
      if (!broken) crash(workers[1]);
      broken = true;
    });
    // Pairs reported before the crash must not repeat.
    expect(shared.pairs).toEqual(alone.pairs);
    expect(shared.loudness).toEqual(alone.loudness);
  });
});

describe('an export to MP3', () => {
  test('has the same bytes with one, two and three workers', async () => {
    const digests = [];
    for (const ways of [1, 2, 3]) {
      const fractions: number[] = [];
      const cut = await start(ways).cut(file, REGIONS, { format: 'mp3', kbps: 96 }, (fraction) =>
        fractions.push(fraction),
      );
      expect(cut).toMatchObject({ frames: 248 * RATE, seconds: 248, sampleRate: RATE, channels: 1 });
      expect(cut.file.type).toBe('audio/mpeg');
      expect(fractions.length).toBeGreaterThan(5);
      expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
      digests.push(await digest(cut.file));
    }
    expect(new Set(digests).size).toBe(1);
  });

  test('has the same bytes with one, two and three workers when areas are louder or softer, or it is cleaned up', async () => {
    const findings = await createDspOnce().findDisturbances(noisy);
    expect(findings).toMatchObject({ humHz: expect.closeTo(50, 1), hissDb: expect.any(Number) });
    const kinds = { hum: true, clicks: true, hiss: true, plosives: true, sharpS: true };
    const gains = [
      { start: 10, end: 121.5, db: 6 },
      { start: 121.5, end: 240, db: -9 },
    ];
    for (const tools of [
      { gains },
      { cleanup: { ...kinds, strength: 'strong' as const, findings }, gains },
    ]) {
      const digests = [];
      for (const ways of [1, 2, 3]) {
        workers.length = 0;
        const cut = await start(ways).cut(noisy, REGIONS, { format: 'mp3', kbps: 96, tools });
        expect(cut.frames).toBe(248 * RATE);
        expect(workers.length > 1).toBe(ways > 1);
        digests.push(await digest(cut.file));
      }
      expect(new Set(digests).size).toBe(1);
    }
  });

  test('survives a worker crash', async () => {
    const wanted = await start(1).cut(file, REGIONS, { format: 'mp3' });
    workers.length = 0;
    const after: number[] = [];
    const cut = await start(2).cut(file, REGIONS, { format: 'mp3' }, (fraction) => {
      if (fraction > 0.5 && after.length === 0) crash(workers[1]);
      if (fraction > 0.5 || after.length > 0) after.push(fraction);
    });
    // Only the lost piece repeats: a third of all.
    expect(Math.min(...after)).toBeGreaterThan(0.1);
    // A new worker replaces it.
    expect(workers.length).toBeGreaterThan(2);
    expect(await digest(cut.file)).toBe(await digest(wanted.file));
  });

  test('ends its workers and leaves nothing on disk when cancelled', async () => {
    const before = await filesOnDisk();
    const abort = new AbortController();
    const ended = vi.spyOn(Worker.prototype, 'terminate');
    const dsp = start(2);
    const running = dsp.cut(
      file,
      REGIONS,
      { format: 'mp3' },
      (fraction) => {
        if (fraction > 0.2) abort.abort();
      },
      { signal: abort.signal },
    );
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
    expect(ended.mock.instances.length).toBeGreaterThanOrEqual(2);
    ended.mockRestore();
    await vi.waitFor(async () => expect(await filesOnDisk()).toBe(before), { timeout: 5_000 });
    expect(await dsp.sha256(new Blob(['abc']))).toMatch(/^ba7816bf/);
  });
});

/** One worker, without shared work. */
function createDspOnce(): Dsp {
  const dsp = createDsp();
  open.push(dsp);
  return dsp;
}
