// The shipped wasm in Node against the same core compiled natively: identical bytes and facts.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadCore } from '../../dsp/cli/node.mjs';
import { FORMATS, makeFile, material } from '../support/audio/mediaFiles.ts';
import { impulse, noise } from '../support/audio/signals.ts';
import { writeWav } from '../support/audio/wav.ts';
import { cutHere } from '../support/engine/dspCli.ts';
import { buildNativeTwin, type NativeTwin } from '../support/engine/nativeTwin.ts';
import { digestOf, EVERY_PART, onFile } from '../support/engine/nodeEngine.ts';
import { inScope } from '../support/server/scope.ts';
import { temporaryFolder } from '../support/storage/temporaryFolder.ts';

const folder = temporaryFolder('native');
let native: NativeTwin;

beforeAll(async () => {
  native = await buildNativeTwin();
}, 900_000);

/** Cuts with wasm and native; returns both files. */
async function both(
  input: string,
  extension: 'wav' | 'mp3',
  kbps: number,
  ...regions: string[]
): Promise<[Buffer, Buffer]> {
  const [shipped, twin] = [join(folder, `shipped.${extension}`), join(folder, `native.${extension}`)];
  const facts = await cutHere(input, shipped, regions, kbps);
  expect(native('cut', input, twin, String(kbps), ...regions).frames).toBe(facts.frames);
  return [readFileSync(shipped), readFileSync(twin)];
}

function wav(name: string, sampleRate: number, channels: Float32Array[]): string {
  const path = join(folder, name);
  writeFileSync(path, writeWav({ sampleRate, channels }));
  return path;
}

describe('MP3', () => {
  const seconds = 3.3;
  it.each([
    [44_100, 128],
    [48_000, 128],
    [32_000, 64],
    [44_100, 320],
  ])('of %i Hz at %i kbps has the same bytes, mono and stereo', async (rate, kbps) => {
    const planes = material(seconds, rate);
    for (const channels of [planes, planes.slice(0, 1)]) {
      const input = wav('material.wav', rate, channels);
      const [shipped, twin] = await both(input, 'mp3', kbps, '0-1.5', '2-3.3');
      expect(shipped.length).toBeGreaterThan((2.8 * kbps * 1000) / 8);
      expect(shipped.equals(twin)).toBe(true);
    }
  });

  it('of an impulse, of noise at full scale and of silence has the same bytes', async () => {
    const frames = 44_100;
    for (const signal of [impulse(frames, 20_000), noise(3, frames, 1), new Float32Array(frames)]) {
      const [shipped, twin] = await both(wav('edge.wav', 44_100, [signal]), 'mp3', 128, '0-1');
      expect(shipped.equals(twin)).toBe(true);
    }
  });
});

describe.each(FORMATS)('$name', (format) => {
  // Long enough to pass the decoder's first anchor at 30 s: all formats in the full run, otherwise WebM/Opus.
  const seconds = format.name === 'WebM/Opus' ? 33 : inScope(8, 33);
  let input: string;
  let output: string;
  beforeAll(() => {
    input = makeFile(folder, format, seconds);
    output = join(folder, 'twin.wav');
  });

  it('decodes to the same bytes, cut at the same places', async () => {
    const [shipped, twin] = await both(
      input,
      'wav',
      128,
      '0.25-1.75',
      '2-4',
      `${seconds - 3.5}-${seconds - 0.1}`,
    );
    expect(shipped.length).toBeGreaterThan(6.8 * 2 * 2 * format.sampleRate);
    expect(shipped.equals(twin)).toBe(true);
  });

  it('encodes to the same bytes', async () => {
    const [shipped, twin] = await both(input, 'mp3', 96, '0-1', `${seconds - 5}-${seconds - 0.5}`);
    expect(shipped.equals(twin)).toBe(true);
  });

  it('has the same inspection and digest', async () => {
    const { facts } = await onFile(input, (core, source) => core.inspect(source));
    expect(facts).toEqual(native('inspect', input));
    expect(facts.seconds).toBeCloseTo(seconds, 1);
    expect(native('hash', input).sha256).toBe(digestOf(readFileSync(input)));
  });

  it('has the same loudness, peaks, silence, cover and envelope', async () => {
    const pairs: number[] = [];
    const rms: number[] = [];
    const { facts } = await onFile(input, (core, source) =>
      core.analyse(source, EVERY_PART, (chunk) => {
        pairs.push(...chunk.pairs);
        rms.push(...chunk.rms);
      }),
    );
    expect(facts.lufs).toBeLessThan(0);
    expect(pairs.length).toBeGreaterThan((2 * seconds * format.sampleRate) / 256 - 2);
    expect(rms.length).toBe(pairs.length / 2);
    expect({ ...facts, pairs, rms }).toEqual(native('analyse', input, ...EVERY_PART));
  });

  it('has the same peak file, repaired file and clean copy', async () => {
    const made = {
      peaks: await onFile(input, (core, source, sink) => core.peaksDat(source, sink)),
      repair: await onFile(input, (core, source, sink) => core.repair(source, sink, true)),
      remux: await onFile(input, (core, source, sink) => core.remux(source, sink, true)),
    };
    for (const [operation, { facts, digest }] of Object.entries(made)) {
      expect(facts, operation).toMatchObject(native(operation, input, output));
      expect(digest, operation).toBe(digestOf(readFileSync(output)));
    }
  });
});

it('repairs a damaged file to the same bytes, with the same report', async () => {
  const input = join(folder, 'damaged.wav');
  const bytes = writeWav({ sampleRate: 44_100, channels: [noise(5, 50_000, 0.4)] });
  writeFileSync(input, bytes.subarray(0, 60_001));
  const { facts, digest } = await onFile(input, (core, source, sink) => core.repair(source, sink, true));
  const twin = join(folder, 'twin-damaged.wav');
  expect(facts).toEqual(native('repair', input, twin));
  expect(digest).toBe(digestOf(readFileSync(twin)));
  expect(facts.damage).not.toEqual([]);
});

it('solves a challenge with the same nonces', async () => {
  const core = await loadCore();
  const solver = new core.PowSolver('a challenge', 6, 11, new Uint32Array());
  while (!solver.step(1 << 16));
  expect([...solver.nonces()]).toEqual(native('solve', 'a challenge', '6', '11').nonces);
  solver.free();
});

it('hashes like Node at every length around a block', async () => {
  const core = await loadCore();
  for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 4096, 300_001]) {
    const bytes = Buffer.from(noise(length + 1, length).map((value) => value * 1e6).buffer).subarray(
      0,
      length,
    );
    const source = {
      size: bytes.length,
      readAt: (offset: number, size: number) => new Uint8Array(bytes.subarray(offset, offset + size)),
    };
    expect(core.sha256(source, undefined)).toBe(createHash('sha256').update(bytes).digest('hex'));
  }
});
