// The MP3 tag carries the trim, so that every decoder reads an export of 1–2 s and 5–7 s as 3.000 s.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { sine } from '../support/audio/signals.ts';
import { writeWav } from '../support/audio/wav.ts';
import { cutHere, dsp } from '../support/engine/dspCli.ts';
import { temporaryFolder } from '../support/storage/temporaryFolder.ts';

const scratch = temporaryFolder('length');

/** Number of frames that ffmpeg decodes. */
const framesOf = (path: string, ...flags: string[]) =>
  execFileSync('ffmpeg', ['-v', 'error', ...flags, '-i', path, '-ac', '1', '-f', 's16le', '-'], {
    maxBuffer: 1e8,
  }).length / 2;

describe.each([48_000, 44_100])('an export of regions 1–2 s and 5–7 s at %i Hz', (rate) => {
  const exported = join(scratch, `${rate}.mp3`);
  const published = join(scratch, `${rate}-clean.mp3`);
  beforeAll(async () => {
    const take = join(scratch, `${rate}.wav`);
    writeFileSync(take, writeWav({ sampleRate: rate, channels: [sine(330, 8 * rate, rate)] }));
    await cutHere(take, exported, ['1-2', '5-7']);
    expect(dsp('remux', exported, published).status).toBe(0);
  });

  it.each(['exported', 'published'] as const)('lasts 3.000 s in ffmpeg and the engine: %s', (which) => {
    const path = { exported, published }[which];
    expect(framesOf(path)).toBe(3 * rate);
    expect(dsp('inspect', path).facts).toMatchObject({ frames: 3 * rate, seconds: 3 });
  });

  it.each(['exported', 'published'] as const)(
    'is at most 50 ms longer in decoders that ignore trims: %s',
    (which) => {
      const seconds = framesOf({ exported, published }[which], '-flags2', '+skip_manual') / rate;
      expect(seconds).toBeGreaterThan(3);
      expect(seconds - 3).toBeLessThanOrEqual(0.05);
    },
  );
});
