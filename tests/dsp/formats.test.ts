// The shipped wasm and its command line on each format, from third-party encoders: length compared with
// ffprobe, additive cuts, and the response to unusable input.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FORMATS, makeFile, probedSeconds } from '../support/audio/mediaFiles.ts';
import { readWav } from '../support/audio/wav.ts';
import { cutHere, dsp } from '../support/engine/dspCli.ts';
import { temporaryFolder } from '../support/storage/temporaryFolder.ts';

const folder = temporaryFolder('dsp');

const same = (a: Float32Array, b: Float32Array) =>
  Buffer.from(a.buffer, a.byteOffset, a.byteLength).equals(Buffer.from(b.buffer, b.byteOffset, b.byteLength));

/** An odd length, so that it is not a multiple of any codec's frame. */
const SECONDS = 7.313;
/** In frames, between the packet borders of every codec. */
const [A, B, C] = [30_011, 101_003, 230_017];

describe.each(FORMATS)('$name', (format) => {
  const path = makeFile(folder, format, SECONDS);
  const rate = format.sampleRate;
  const region = (from: number, to: number) => `${(from / rate).toFixed(9)}-${(to / rate).toFixed(9)}`;
  const cut = async (...regions: string[]) => {
    const out = join(folder, `cut-${format.extension}.wav`);
    const facts = await cutHere(path, out, regions);
    const audio = readWav(readFileSync(out));
    expect(facts).toMatchObject({ frames: audio.channels[0]?.length, sampleRate: rate, channels: 2 });
    return audio.channels;
  };

  it('matches the length from ffprobe and the source within 30 ms', () => {
    const { status, facts } = dsp('inspect', path);
    expect(status).toBe(0);
    expect(Math.abs(Number(facts?.seconds) - probedSeconds(path))).toBeLessThanOrEqual(0.03);
    expect(Math.abs(Number(facts?.seconds) - SECONDS)).toBeLessThanOrEqual(0.03);
    expect(facts).toMatchObject({ channels: 2, sampleRate: rate, damage: [] });
    expect(facts?.frames).toBe(Math.round(Number(facts?.seconds) * rate));
  });

  it('satisfies cut(a,b) + cut(b,c) = cut(a,c) to the sample', async () => {
    const first = await cut(region(A, B));
    const second = await cut(region(B, C));
    const whole = await cut(region(A, C));
    expect(whole[0]).toHaveLength(C - A);
    for (const [index, channel] of whole.entries()) {
      const joined = Float32Array.from([...(first[index] ?? []), ...(second[index] ?? [])]);
      expect(same(joined, channel)).toBe(true);
    }
  });

  it('changes samples only within 5 ms of the join between two areas', async () => {
    const parts = [await cut(region(0, A)), await cut(region(B, C))];
    const joined = await cut(region(0, A), region(B, C));
    const frames = joined[0]?.length ?? 0;
    // An equal-power join overlaps the parts or touches both sides, by at most 5 ms.
    const reach = Math.ceil(rate * 0.005);
    expect(Math.abs(A + (C - B) - frames)).toBeLessThanOrEqual(reach);
    for (const [index, channel] of joined.entries()) {
      const [before, after] = parts.map((part) => part[index] as Float32Array) as [
        Float32Array,
        Float32Array,
      ];
      expect(same(channel.subarray(0, A - reach), before.subarray(0, A - reach))).toBe(true);
      const rest = C - B - reach;
      expect(same(channel.subarray(frames - rest), after.subarray(after.length - rest))).toBe(true);
    }
  });
});

describe('unusable input', () => {
  it('is refused with exit code 1 and a stable code', () => {
    const text = join(folder, 'song.mp3');
    writeFileSync(text, 'This is a letter and not a song.\n'.repeat(100));
    const empty = join(folder, 'empty.wav');
    writeFileSync(empty, '');
    for (const [path, code] of [
      [text, 'unsupported_format'],
      [empty, 'empty'],
      [join(folder, 'nothing-here.wav'), 'enoent'],
    ] as const) {
      expect(dsp('inspect', path)).toMatchObject({ status: 1, facts: { code } });
    }
  });

  it('differs from wrong usage, which prints the usage and exits with 2', () => {
    for (const args of [[], ['fly'], ['inspect'], ['cut', 'a.wav', 'b.wav'], ['toString', 'a']]) {
      const reply = dsp(...args);
      expect(reply.status, args.join(' ')).toBe(2);
      expect(reply.facts).toBe(null);
      expect(reply.stderr).toContain('npm run -s dsp -- inspect FILE');
    }
  });
});
