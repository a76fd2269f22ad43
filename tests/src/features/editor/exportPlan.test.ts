// Export format, bitrate and exact size.
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AUDIO_MAX_BYTES } from '../../../../api/contract/limits.ts';
import { exportPlan, mp3Bytes } from '../../../../src/features/editor/exportTake.ts';
import { sine } from '../../../support/audio/signals.ts';
import { writeWav } from '../../../support/audio/wav.ts';
import { cutHere } from '../../../support/engine/dspCli.ts';
import { temporaryFolder } from '../../../support/storage/temporaryFolder.ts';

const scratch = temporaryFolder('plan');

const file = (size: number) => ({ size }) as Blob;
const source = { sampleRate: 48_000, channels: 1, isPublishable: true, file: file(AUDIO_MAX_BYTES) };
const cut = { phone: false, isWhole: false };
const MINUTE = 60;

describe('the plan of an export', () => {
  it('is WAV for short clips and MP3 for longer ones, on a phone from a minute on', () => {
    const kind = (seconds: number, phone: boolean) =>
      exportPlan(seconds, source, { phone, isWhole: false }).kind;
    expect([kind(60, true), kind(61, true)]).toEqual(['wav', 'mp3']);
    // 45 MiB of 48 kHz mono 16-bit are 491.5 s.
    expect([kind(491, false), kind(492, false)]).toEqual(['wav', 'mp3']);
  });

  it('keeps 128 kbit/s while it fits into 50 MB, then lowers it by one step', () => {
    expect(exportPlan(54 * MINUTE, source, cut)).toMatchObject({ kind: 'mp3', kbps: 128 });
    for (const sampleRate of [32_000, 44_100, 48_000, 22_050, 16_000]) {
      const plan = exportPlan(60 * MINUTE, { ...source, sampleRate }, cut);
      expect(plan).toMatchObject({ kind: 'mp3', kbps: 112 });
      expect('bytes' in plan && plan.bytes).toBeLessThanOrEqual(AUDIO_MAX_BYTES);
    }
    const edge = Array.from({ length: 40 }, (_, n) => 54 * MINUTE + n);
    for (const seconds of edge) {
      const plan = exportPlan(seconds, source, cut);
      const fits = mp3Bytes(seconds, 48_000, 128) <= AUDIO_MAX_BYTES;
      expect(plan).toMatchObject({ kbps: fits ? 128 : 112 });
    }
    expect(edge.some((seconds) => mp3Bytes(seconds, 48_000, 128) > AUDIO_MAX_BYTES)).toBe(true);
  });

  it('is the unchanged source if everything is kept and only it fits at full quality', () => {
    const whole = { phone: true, isWhole: true };
    expect(exportPlan(3500, source, whole)).toEqual({ kind: 'original', bytes: AUDIO_MAX_BYTES });
    expect(exportPlan(3000, source, whole)).toMatchObject({ kind: 'mp3', kbps: 128 });
    const larger = { ...source, file: file(AUDIO_MAX_BYTES + 1) };
    expect(exportPlan(3500, larger, whole)).toMatchObject({ kind: 'mp3', kbps: 112 });
    expect(exportPlan(3500, { ...source, isPublishable: false }, whole)).toMatchObject({ kbps: 112 });
  });

  it('gives the excess of a recording that is too long', () => {
    expect(exportPlan(3600, source, cut)).toMatchObject({ kind: 'mp3' });
    expect(exportPlan(3601.5, source, cut)).toEqual({ kind: 'too_long', over: 1.5 });
  });
});

it.each([
  [48_000, 1, 128],
  [48_000, 2, 112],
  [44_100, 2, 128],
  [44_100, 1, 112],
  [44_100, 2, 64],
  [32_000, 1, 96],
  [22_050, 1, 112],
  [16_000, 2, 80],
])('knows the size of an MP3 to the byte: %i Hz, %i channels, %i kbit/s', async (rate, channels, kbps) => {
  const input = join(scratch, 'in.wav');
  const tone = sine(440, 4 * rate, rate);
  writeFileSync(
    input,
    writeWav({ sampleRate: rate, channels: Array.from({ length: channels }, () => tone) }),
  );
  for (const seconds of [1.5, 2.3, 3]) {
    const output = join(scratch, 'out.mp3');
    await cutHere(input, output, [`0.5-${0.5 + seconds}`], kbps);
    expect(mp3Bytes(seconds, rate, kbps)).toBe(statSync(output).size);
  }
});
