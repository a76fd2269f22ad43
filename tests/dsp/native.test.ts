// The shipped wasm in Node against the same core compiled natively: the same bytes come out.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadCore } from '../../dsp/cli/node.mjs';
import { DSP } from '../../dsp/toolchain/paths.mjs';
import { findToolchain } from '../../dsp/toolchain/toolchain.mjs';
import { dsp } from '../support/dspCli.ts';
import { FORMATS, hasFfmpeg, makeFile, material, NO_FFMPEG } from '../support/mediaFiles.ts';
import { impulse, noise } from '../support/signals.ts';
import { readWav, writeWav } from '../support/wav.ts';

const folder = mkdtempSync(join(tmpdir(), 'aural-native-'));
let native: string;

beforeAll(async () => {
  const { cargo, env } = await findToolchain(() => {});
  const args = ['build', '--locked', '-p', 'dsp-core', '--example', 'cut', '--message-format', 'json'];
  const built = spawnSync(cargo, args, { cwd: DSP, env, encoding: 'utf8', maxBuffer: 1 << 26 });
  if (built.status !== 0) throw new Error(`cargo: ${built.stderr}`);
  const message = built.stdout
    .split('\n')
    .filter((line) => line.includes('"executable":"'))
    .map((line) => JSON.parse(line) as { target: { name: string }; executable: string })
    .find(({ target }) => target.name === 'cut');
  if (!message) throw new Error('cargo named no executable');
  native = message.executable;
}, 900_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Cuts with both; answers both files. */
function both(input: string, extension: 'wav' | 'mp3', kbps: number, ...regions: string[]): [Buffer, Buffer] {
  const [shipped, twin] = [join(folder, `shipped.${extension}`), join(folder, `native.${extension}`)];
  const flags = regions.flatMap((region) => ['--region', region]);
  const reply = dsp('cut', input, shipped, ...flags, '--kbps', String(kbps));
  expect(reply.status, JSON.stringify(reply)).toBe(0);
  const run = spawnSync(native, [input, twin, String(kbps), ...regions], { encoding: 'utf8' });
  expect(run.status, run.stderr).toBe(0);
  expect(Number(run.stdout)).toBe(reply.facts?.frames);
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
  ])('of %i Hz at %i kbps has the same bytes, mono and stereo', (rate, kbps) => {
    const planes = material(seconds, rate);
    for (const channels of [planes, planes.slice(0, 1)]) {
      const input = wav('material.wav', rate, channels);
      const [shipped, twin] = both(input, 'mp3', kbps, '0-1.5', '2-3.3');
      expect(shipped.length).toBeGreaterThan((2.8 * kbps * 1000) / 8);
      expect(shipped.equals(twin)).toBe(true);
    }
  });

  it('of an impulse, of noise at full scale and of silence has the same bytes', () => {
    const frames = 44_100;
    for (const signal of [impulse(frames, 20_000), noise(3, frames, 1), new Float32Array(frames)]) {
      const [shipped, twin] = both(wav('edge.wav', 44_100, [signal]), 'mp3', 128, '0-1');
      expect(shipped.equals(twin)).toBe(true);
    }
  });
});

if (!hasFfmpeg) console.warn(`SKIP decoders in tests/dsp/native.test.ts: ${NO_FFMPEG}`);

/** Taken decoders fill their tables with the platform's own sine: the last of 16 bits may differ. */
const isOurs = ({ name }: { name: string }) => name === 'WAV' || name === 'FLAC';

describe.skipIf(!hasFfmpeg).each(FORMATS)('$name', (format) => {
  it(`decodes to the same ${isOurs(format) ? 'bytes' : 'samples, within one step of 16 bits'}`, () => {
    const input = makeFile(folder, format, 4.2);
    const [shipped, twin] = both(input, 'wav', 128, '0.25-1.75', '2-4');
    if (isOurs(format)) expect(shipped.equals(twin)).toBe(true);
    const [a, b] = [readWav(shipped), readWav(twin)];
    for (const [index, channel] of a.channels.entries()) {
      const other = b.channels[index] as Float32Array;
      expect(other).toHaveLength(channel.length);
      const worst = channel.reduce(
        (most, value, n) => Math.max(most, Math.abs(value - (other[n] as number))),
        0,
      );
      expect(worst).toBeLessThanOrEqual(1 / 32768);
    }
  });
});

it('hashes as Node does, at every length around a block', async () => {
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
