// The page's client of the DSP workers, with the real worker and module.
import { afterEach, describe, expect, test } from 'vitest';
import { createDsp, type Dsp } from '../../../src/dsp/client.ts';
import { DspError } from '../../../src/dsp/errors.ts';
import { wavBlob } from '../../support/audio/wavBlob.ts';
import { voice } from '../../support/server/voice.ts';

const RATE = 48_000;
let dsp: Dsp | undefined;

afterEach(() => {
  dsp?.dispose();
  dsp = undefined;
});

describe('createDsp', () => {
  test('analyses, cuts and decodes a file in a worker', async () => {
    dsp = createDsp();
    const file = wavBlob(voice(3, RATE), RATE);
    const pairs: number[] = [];
    const analysis = await dsp.analyse(
      file,
      ['sha256'],
      (chunk) => void pairs.push(chunk.firstPair, chunk.pairs.length / 2),
    );
    expect(analysis).toMatchObject({
      container: 'wav',
      channels: 1,
      sampleRate: RATE,
      frames: 3 * RATE,
      damage: [],
    });
    const [first, ...rest] = pairs;
    expect(first).toBe(0);
    expect((rest.at(-2) ?? 0) + (rest.at(-1) ?? 0)).toBe(Math.ceil((3 * RATE) / 256));
    expect(analysis.sha256).toBe(await dsp.sha256(file));
    const cut = await dsp.cut(file, [{ start: 0.5, end: 1.5 }], { format: 'wav' });
    expect(cut.frames).toBe(RATE);
    const range = await dsp.decodeRange(file, 0.5, 1.5);
    expect(range.channels[0]?.length).toBe(RATE);
    const source = voice(3, RATE);
    expect(range.channels[0]?.[100]).toBeCloseTo(source[RATE / 2 + 100] ?? 9, 3);
  });

  test('takes the larger module for an operation that the first lacks, and works on', async () => {
    dsp = createDsp();
    const file = wavBlob(voice(3, RATE), RATE);
    await dsp.sha256(file);
    const first = await dsp.engineMemory();
    const progress: number[] = [];
    const findings = await dsp.findDisturbances(file, undefined, (fraction) => void progress.push(fraction));
    expect(findings).toMatchObject({ humHz: null });
    expect(progress.at(-1)).toBe(1);
    expect(await dsp.engineMemory()).toBeGreaterThan(first);
    const cleanup = {
      ...{ findings, strength: 'medium' as const },
      ...{ hum: true, clicks: true, hiss: true, plosives: true, sharpS: true },
    };
    const whole = [{ start: 0, end: 3 }];
    const cut = await dsp.cut(file, whole, { format: 'wav', tools: { cleanup } });
    expect(cut.frames).toBe(3 * RATE);
    expect((await dsp.decodeRange(file, 0, 3, { cleanup })).channels[0]?.length).toBe(3 * RATE);
    expect((await dsp.planLoudness(file, whole, { cleanup })).measuredLufs).not.toBeNull();
    expect((await dsp.inspect(file)).frames).toBe(3 * RATE);
  });

  test('takes the larger module for a file that the first cannot decode, in every operation', async () => {
    const file = await (await fetch('/dsp/core/tests/variants/he_aac/pair.aac')).blob();
    const [frames, sampleRate] = [45_056, 44_100];
    const seconds = frames / sampleRate;
    const whole = [{ start: 0, end: seconds }];
    const pairs: number[] = [];
    const operations: ((dsp: Dsp) => Promise<unknown>)[] = [
      async (dsp) => expect(await dsp.inspect(file)).toMatchObject({ frames, sampleRate, channels: 2 }),
      async (dsp) => {
        const analysis = await dsp.analyse(file, [], (chunk) => void pairs.push(chunk.pairs.length / 2));
        expect(analysis).toMatchObject({ frames, damage: [] });
      },
      async (dsp) => expect((await dsp.decodeRange(file, 0, 0.5)).channels).toHaveLength(2),
      async (dsp) => expect((await dsp.cut(file, whole, { format: 'mp3' })).frames).toBe(frames),
      async (dsp) => expect((await dsp.planLoudness(file, whole)).measuredLufs).not.toBeNull(),
      async (dsp) => expect(await dsp.proposePauses(file)).toEqual([]),
      async (dsp) => expect((await dsp.repair(file)).report).toMatchObject({ damage: [] }),
      async (dsp) => expect((await dsp.clean(file)).file.size).toBeGreaterThan(4_000),
    ];
    for (const operation of operations) {
      dsp?.dispose();
      dsp = createDsp();
      await operation(dsp);
    }
    expect(pairs.reduce((sum, count) => sum + count)).toBe(Math.ceil(frames / 256));
  });

  test('reports no progress after the work ends', async () => {
    dsp = createDsp();
    const file = wavBlob(voice(4, RATE), RATE);
    const late: number[] = [];
    let messageCount = 0;
    for (let round = 0; round < 40; round++) {
      let isOver = false;
      const onProgress = (fraction: number) => {
        messageCount++;
        if (isOver) late.push(fraction);
      };
      await dsp.planLoudness(file, [{ start: 0, end: 4 }], undefined, onProgress);
      isOver = true;
    }
    // Ports keep their order, so earlier messages have arrived.
    await dsp.inspect(file);
    await new Promise((resolve) => setTimeout(resolve));
    expect(messageCount).toBeGreaterThan(0);
    expect(late).toEqual([]);
  });

  test('preserves the code of a refusal', async () => {
    dsp = createDsp();
    const refusal = await dsp.inspect(new Blob(['not audio at all'.repeat(100)])).catch((error) => error);
    expect(refusal).toBeInstanceOf(DspError);
    expect(refusal.code).toBe('unsupported_format');
    expect(await dsp.inspect(new Blob([])).catch((error) => error.code)).toBe('empty');
  });

  test('ends an aborted call at once and still runs later calls', async () => {
    dsp = createDsp();
    const abort = new AbortController();
    const endless = dsp.solveChallenge('c', 64, 24, [], 600_000, { signal: abort.signal });
    const behind = dsp.sha256(new Blob(['abc']));
    abort.abort();
    await expect(endless).rejects.toMatchObject({ name: 'AbortError' });
    expect(await behind).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(await dsp.sha256(new Blob(['abc']))).toBe(await behind);
  });

  test('runs waiting calls on the next free worker, not behind a long call', async () => {
    dsp = createDsp({ workers: 2 });
    const abort = new AbortController();
    const endless = dsp.solveChallenge('c', 64, 24, [], 600_000, { signal: abort.signal });
    const others = [1, 2, 3].map(() => dsp?.sha256(new Blob(['abc'])));
    expect(new Set(await Promise.all(others)).size).toBe(1);
    abort.abort();
    await expect(endless).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('ends an aborted waiting call at once and keeps the order of later calls', async () => {
    dsp = createDsp();
    const [first, second] = [new AbortController(), new AbortController()];
    const running = dsp.solveChallenge('c', 64, 24, [], 600_000, { signal: first.signal });
    const waiting = dsp.sha256(new Blob(['abc']), undefined, { signal: second.signal });
    const behind = dsp.sha256(new Blob(['abc']));
    second.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    first.abort();
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
    expect(await behind).toMatch(/^ba7816bf/);
  });

  test('ends waiting calls on dispose', async () => {
    dsp = createDsp();
    const running = dsp.solveChallenge('c', 64, 24, [], 600_000);
    const waiting = dsp.sha256(new Blob(['abc']));
    dsp.dispose();
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('resumes a proof of work where it stopped', async () => {
    dsp = createDsp();
    const part = await dsp.solveChallenge('challenge', 4, 12, [], 0);
    expect(part.done).toBe(false);
    const whole = await dsp.solveChallenge('challenge', 4, 12, part.nonces, 60_000);
    expect(whole.done).toBe(true);
    expect(whole.nonces).toHaveLength(4);
    const wrong = whole.nonces.with(2, (whole.nonces[2] ?? 0) + 1);
    expect(await dsp.solveChallenge('challenge', 4, 12, wrong, 0).catch((error) => error.code)).toBe(
      'invalid_argument',
    );
  });
});
