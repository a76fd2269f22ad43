// Long files need no more memory than short ones. The command line reports the wasm memory.
// Wasm memory never shrinks, so its size at exit is the peak.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LongKind, makeLong } from '../support/audio/longAudio.ts';
import { dsp } from '../support/engine/dspCli.ts';
import { inScope } from '../support/server/scope.ts';
import { temporaryFolder } from '../support/storage/temporaryFolder.ts';

const MINUTES = inScope(2, 120);
const folder = temporaryFolder('memory');

/** Three regions, from the first seconds to the last. */
const regions = (minutes: number) =>
  [`1-5`, `${minutes * 30}-${minutes * 30 + 10}`, `${minutes * 60 - 4}-${minutes * 60 - 1}`].flatMap(
    (region) => ['--region', region],
  );

const OPERATIONS: Record<string, (input: string, output: string, minutes: number) => string[]> = {
  decode: (input, output) => ['repair', input, `${output}.wav`],
  peaks: (input, output) => ['peaks', input, `${output}.dat`],
  cut: (input, output, minutes) => ['cut', input, `${output}.wav`, ...regions(minutes)],
  level: (input, output, minutes) => [
    ...['cut', input, `${output}.mp3`, ...regions(minutes), '--region', `6-${minutes * 60 - 5}`],
    ...['--kbps', '64', '--loudness', '--fade-in', '2', '--fade-out', '5'],
  ],
  encode: (input, output) => ['encode', input, `${output}.mp3`, '--kbps', '64'],
};

/** Covers every operation and container once or twice; all combinations at two hours would take too long. */
const CASES: Record<LongKind, string[]> = {
  webm: ['peaks', 'cut'],
  mp3: ['decode', 'cut'],
  m4a: ['peaks'],
  aac: ['peaks'],
  wav: ['peaks', 'encode', 'level'],
};

describe.each(Object.entries(CASES))('%s', (kind, operations) => {
  const files = new Map<number, string>();
  beforeAll(() => {
    for (const minutes of [1, MINUTES]) files.set(minutes, makeLong(folder, kind as LongKind, minutes));
  });
  afterAll(() => {
    for (const file of files.values()) rmSync(file);
  });

  it.each(operations)(
    `%s: memory for ${MINUTES} minutes stays within 10 % of that for 1 minute and below 64 MiB`,
    (operation) => {
      const output = join(folder, 'out');
      const peaks = [1, MINUTES].map((minutes) => {
        const args = OPERATIONS[operation]?.(files.get(minutes) ?? '', output, minutes) ?? [];
        const { status, facts } = dsp(...args);
        expect(status, JSON.stringify(facts)).toBe(0);
        const seconds = Number(facts?.seconds);
        const kept = operation === 'level' ? minutes * 60 - 5 : minutes * 59.9;
        expect(seconds).toBeGreaterThan(operation === 'cut' ? 16 : kept);
        return Number(facts?.wasmPeakBytes);
      }) as [number, number];
      console.log(
        `${kind} ${operation}: ${peaks.map((bytes) => (bytes / 2 ** 20).toFixed(2)).join(' → ')} MiB`,
      );
      expect(Math.max(...peaks)).toBeLessThan(64 * 2 ** 20);
      expect(Math.max(...peaks) / Math.min(...peaks)).toBeLessThanOrEqual(1.1);
    },
    600_000,
  );
});
