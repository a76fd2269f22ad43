// Voice tools: the shipped wasm, the command line and the native build give the same results and files.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { FORMATS, makeFile } from '../support/audio/mediaFiles.ts';
import { noise } from '../support/audio/signals.ts';
import { writeWav } from '../support/audio/wav.ts';
import { dsp } from '../support/engine/dspCli.ts';
import { buildNativeTwin, type NativeTwin } from '../support/engine/nativeTwin.ts';
import { digestOf, onFile } from '../support/engine/nodeEngine.ts';
import { voice } from '../support/server/voice.ts';
import { temporaryFolder } from '../support/storage/temporaryFolder.ts';

const folder = temporaryFolder('voice');
const RATE = 16_000;
let native: NativeTwin;
let take: string;

beforeAll(async () => {
  native = await buildNativeTwin();
  // Voice, 4 s of room tone, whispering, 4 s of room tone, voice.
  const room = noise(3, 28 * RATE, 0.0008);
  const speech = voice(8, RATE);
  const parts: [number, number][] = [
    [0, 1],
    [12, 0.06],
    [20, 1],
  ];
  for (const [at, level] of parts)
    for (let n = 0; n < speech.length; n++)
      room[at * RATE + n] = (room[at * RATE + n] ?? 0) + level * (speech[n] ?? 0);
  take = join(folder, 'take.wav');
  writeFileSync(take, writeWav({ sampleRate: RATE, channels: [room] }));
}, 900_000);

describe('pauses', () => {
  it('are the same in wasm, on the command line and in native code', async () => {
    const { facts } = await onFile(take, (core, source) => ({ cuts: core.proposePauses(source, 2) }));
    expect(facts).toEqual(native('pauses', take, '2'));
    expect(dsp('pauses', take, '--min', '2').facts).toMatchObject(facts);
    const cuts = facts.cuts as { start: number; end: number; kind: string; confidence: number }[];
    expect(cuts.some(({ start, end }) => start > 8 && end < 12 && end - start > 2.5)).toBe(true);
    expect(dsp('pauses', take, '--min', '60').facts).toMatchObject({ cuts: [] });
  });
});

describe('loudness and fades', () => {
  const regions = ['0.5-9', '11-27.5'];
  const bounds = Float64Array.of(0.5, 9, 11, 27.5);

  it('use the same plan in wasm, on the command line and in native code', async () => {
    const { facts } = await onFile(take, (core, source) => core.planLoudness(source, bounds));
    expect(facts).toEqual(native('plan', take, ...regions));
    const flags = regions.flatMap((region) => ['--region', region]);
    expect(dsp('plan', take, ...flags).facts).toMatchObject(facts);
    expect(facts).toMatchObject({ targetLufs: -19 });
    expect((facts.lift as unknown[]).length).toBeGreaterThan(2);
  });

  it.each(['wav', 'mp3'] as const)('produce one %s of the same length', async (format) => {
    const twin = join(folder, `twin.${format}`);
    const made = native('level', take, twin, '128', '0.5', '1.5', ...regions);
    const { facts, digest } = await onFile(take, (core, source, sink) => {
      const loudness = core.planLoudness(source, bounds);
      const fades = { inSeconds: 0.5, outSeconds: 1.5 };
      // A plan from storage works like a fresh one.
      const tools = JSON.parse(JSON.stringify({ loudness, fades }));
      return core.cut(source, bounds, format, 128, sink, undefined, tools);
    });
    const plain = await onFile(take, (core, source, sink) => core.cut(source, bounds, format, 128, sink));
    expect(facts).toEqual(made);
    expect(facts).toEqual(plain.facts);
    expect(digest).toBe(digestOf(readFileSync(twin)));
    expect(digest).not.toBe(plain.digest);
    const output = join(folder, `cli.${format}`);
    const flags = regions.flatMap((region) => ['--region', region]);
    const reply = dsp('cut', take, output, ...flags, '--loudness', '--fade-in', '0.5', '--fade-out', '1.5');
    expect(reply.status, JSON.stringify(reply)).toBe(0);
    expect(digestOf(readFileSync(output))).toBe(digest);
  });

  it('sound the same in a preview as in the cut', async () => {
    const twin = join(folder, 'range.f32');
    native('range', take, twin, '12', '16', '0.2', '0.3');
    const range = await onFile(take, (core, source, sink) => {
      const loudness = core.planLoudness(source, Float64Array.of(12, 16));
      const tools = { loudness, fades: { inSeconds: 0.2, outSeconds: 0.3 } };
      const { channels } = core.decodeRange(source, 12, 16, tools);
      sink.write(new Uint8Array(channels[0]?.buffer ?? new ArrayBuffer(0)));
    });
    expect(range.digest).toBe(digestOf(readFileSync(twin)));
    const { facts } = await onFile(take, (core, source) => {
      const loudness = core.planLoudness(source, Float64Array.of(0, 27));
      const [whole] = core.decodeRange(source, 0, 27, { loudness }).channels;
      const [part] = core.decodeRange(source, 13, 15, { loudness }).channels;
      const expected = whole?.subarray(13 * RATE, 15 * RATE) ?? new Float32Array();
      const differences = expected.map((value, n) => Math.abs(value - (part?.[n] ?? 1)));
      return { difference: Math.max(...differences), frames: part?.length, loudest: Math.max(...expected) };
    });
    expect(facts.frames).toBe(2 * RATE);
    expect(facts.difference).toBeLessThan(Number(facts.loudest) / 100);
  });
});

describe('clean up', () => {
  let noisy: string;

  beforeAll(() => {
    const speech = voice(12, RATE);
    const samples = noise(4, speech.length, 0.003).map((value, n) => {
      const hum =
        0.02 * Math.sin((2 * Math.PI * 50 * n) / RATE) + 0.01 * Math.sin((2 * Math.PI * 150 * n) / RATE);
      return value + hum + 0.3 * (speech[n] ?? 0);
    });
    noisy = join(folder, 'noisy.wav');
    writeFileSync(noisy, writeWav({ sampleRate: RATE, channels: [samples] }));
  });

  it('finds the same in wasm, on the command line and in native code', async () => {
    const { facts } = await onFile(noisy, (core, source) =>
      core.findDisturbances(source, undefined, undefined),
    );
    expect(facts).toEqual(native('disturbances', noisy));
    expect(dsp('disturbances', noisy).facts).toMatchObject(facts);
    expect((facts.humPhases as number[]).length).toBeGreaterThan(20);
    expect(facts.humHz).toBeCloseTo(50, 1);
    expect(facts.hissDb).toBeGreaterThan(-65);
  });

  it('produces one file in all three', async () => {
    const twin = join(folder, 'clean-twin.wav');
    const made = native('clean-up', noisy, twin, '128', 'strong', '0.5-11');
    const { facts, digest } = await onFile(noisy, (core, source, sink) => {
      const findings = core.findDisturbances(source, undefined, undefined);
      const kinds = { hum: true, clicks: true, hiss: true, plosives: true, sharpS: true };
      const cleanup = { ...kinds, strength: 'strong', findings } as const;
      return core.cut(source, Float64Array.of(0.5, 11), 'wav', 128, sink, undefined, { cleanup });
    });
    expect(facts).toEqual(made);
    expect(facts.seconds).toBe(10.5);
    expect(digest).toBe(digestOf(readFileSync(twin)));
    const output = join(folder, 'clean-cli.wav');
    const reply = dsp('cut', noisy, output, '--region', '0.5-11', '--clean-up', 'strong');
    expect(reply.status, JSON.stringify(reply)).toBe(0);
    expect(digestOf(readFileSync(output))).toBe(digest);
  });
});

it('leaves every byte unchanged when the tools have no effect, including a copied WAV', async () => {
  for (const format of FORMATS.slice(0, 2)) {
    const input = makeFile(folder, format, 3);
    const bounds = Float64Array.of(0.5, 2);
    const cut = (tools?: object) =>
      onFile(input, (core, source, sink) => core.cut(source, bounds, 'wav', 128, sink, undefined, tools));
    const plain = await cut();
    expect(await cut({})).toEqual(plain);
    expect(await cut({ fades: { inSeconds: 0, outSeconds: 0 } })).toEqual(plain);
  }
});

it('refuses invalid parameters', async () => {
  const refused = (tools: object) =>
    onFile(take, (core, source, sink) =>
      core.cut(source, Float64Array.of(0, 1), 'wav', 128, sink, undefined, tools),
    );
  for (const tools of [
    { fades: { inSeconds: -1, outSeconds: 0 } },
    { fades: { inSeconds: 11, outSeconds: 0 } },
    { fades: {} },
    { loudness: { targetLufs: -19, lift: [] } },
    { cleanup: { strength: 'medium', hum: true } },
    { cleanup: { strength: 'most', findings: {} } },
    { cleanup: { strength: 'medium', findings: { clicks: 1, plosives: 0, sharpS: 0, voiceDb: 'loud' } } },
    { loudness: { targetLufs: -19, gainDb: Number.NaN, lift: [] } },
  ])
    await expect(refused(tools), JSON.stringify(tools)).rejects.toMatchObject({ name: 'invalid_argument' });
  for (const args of [
    ['pauses', take, '--min', 'long'],
    ['cut', take, join(folder, 'x.wav'), '--region', '0-1', '--fade-in', 'x'],
    ['cut', take, join(folder, 'x.wav'), '--region', '0-1', '--persona', 'abc', '--take', '1'],
  ])
    expect(dsp(...args).status, args.join(' ')).toBe(2);
});
