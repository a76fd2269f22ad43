// The shipped wasm on broken files: cut at every 2,003rd byte (997th in the full run), mutated by seed, or
// random. It accepts or refuses each with a stable reason within 3 s and 64 MiB, and never traps.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadCore } from '../../dsp/cli/node.mjs';
import { generator } from '../support/audio/generator.ts';
import { FORMATS, type Format, makeFile } from '../support/audio/mediaFiles.ts';
import { mutate } from '../support/audio/mutants.ts';
import { EVERY_PART } from '../support/engine/nodeEngine.ts';
import { inScope } from '../support/server/scope.ts';
import { temporaryFolder } from '../support/storage/temporaryFolder.ts';

const folder = temporaryFolder('hostile');

const core = await loadCore();
const REASONS = new Set(['empty', 'unsupported_format', 'unsupported_codec', 'no_audio', 'limit_exceeded']);
/** `HOSTILE_MUTANTS=2000` runs the whole set. */
const MUTANTS = Number(process.env.HOSTILE_MUTANTS ?? inScope(12, 24));
/** Bytes between two truncation points. */
const CUT_EVERY = inScope(2003, 997);
/** Processor time, so that other load on the machine does not count. */
const MOST_MS = 3000;
const MOST_BYTES = 64 * 2 ** 20;

const aac = ['-c:a', 'aac', '-b:a', '96k'];
const ALL: Format[] = [
  ...FORMATS,
  {
    name: 'fragmented MP4',
    extension: 'mp4',
    codec: [...aac, '-movflags', 'frag_keyframe+empty_moov', '-frag_duration', '200000'],
    sampleRate: 48_000,
  },
  { name: 'Ogg/FLAC', extension: 'oga', codec: ['-c:a', 'flac', '-f', 'ogg'], sampleRate: 44_100 },
  { name: 'ADTS', extension: 'aac', codec: [...aac, '-f', 'adts'], sampleRate: 44_100 },
];

type Source = Parameters<typeof core.inspect>[0];
const sink = { write() {}, patch() {} };
const REGIONS = Float64Array.of(0.1, 0.4, 0.5, Number.MAX_VALUE);
const OPERATIONS: Record<string, (source: Source) => unknown> = {
  inspect: (source) => core.inspect(source),
  repair: (source) => core.repair(source, sink, true),
  analyse: (source) => core.analyse(source, EVERY_PART),
  peaks: (source) => core.peaksDat(source, sink),
  remux: (source) => core.remux(source, sink, true),
  'cut to WAV': (source) => core.cut(source, REGIONS, 'wav', 128, sink),
  'cut to MP3': (source) => core.cut(source, REGIONS, 'mp3', 128, sink),
  decode: (source) => core.decodeRange(source, 0.3, 0.35),
};
/** A region beyond the end of a file is the caller's mistake. */
const CALLERS = new Set(['invalid_argument']);

/** Runs every operation; returns the reason of the first refusal, or null. Saves the file of a failure. */
function survive(bytes: Uint8Array, what: string): string | null {
  const source = {
    size: bytes.length,
    readAt: (offset: number, length: number) => new Uint8Array(bytes.subarray(offset, offset + length)),
  };
  let refusal: string | null = null;
  for (const [name, operation] of Object.entries(OPERATIONS)) {
    const began = process.cpuUsage();
    let fault: string | null = null;
    try {
      operation(source);
    } catch (error) {
      const reason = (error as Error).name;
      const known = REASONS.has(reason) || (CALLERS.has(reason) && /^(cut|decode)/.test(name));
      if (!known) fault = String((error as Error).stack);
      if (name === 'inspect') refusal = reason;
    }
    const { user, system } = process.cpuUsage(began);
    const took = (user + system) / 1000;
    if (took > MOST_MS) fault ??= `${Math.round(took)} ms`;
    if (core.wasmBytes() > MOST_BYTES) fault ??= `${core.wasmBytes()} bytes of memory`;
    if (fault) {
      const finds = join(tmpdir(), 'aural-finds');
      mkdirSync(finds, { recursive: true });
      const path = join(finds, `${name}-${what}.bin`.replaceAll(/[^\w.-]+/g, '_'));
      writeFileSync(path, bytes);
      expect.fail(`${name}, ${what}: ${fault}\nkept as ${path}`);
    }
  }
  return refusal;
}

describe.each(ALL)('$name', (format) => {
  const bytes = new Uint8Array(readFileSync(makeFile(folder, format, 0.9)));

  it('is accepted or refused at every truncation', () => {
    expect(survive(bytes, `${format.name} whole`)).toBeNull();
    for (let end = 0; end < bytes.length; end += CUT_EVERY) {
      survive(bytes.subarray(0, end), `${format.name} cut at ${end}`);
    }
    expect(survive(bytes.subarray(0, 0), 'nothing')).toBe('empty');
  }, 600_000);

  it('is accepted or refused after every mutation', () => {
    const below = generator(bytes.length);
    let accepted = 0;
    for (let round = 0; round < MUTANTS; round++) {
      if (survive(mutate(bytes, below), `${format.name} mutant ${round}`) === null) accepted++;
    }
    expect(accepted).toBeGreaterThan(MUTANTS / 10);
  }, 3_600_000);
});

it('refuses random bytes with a reason', () => {
  const below = generator(5);
  for (let round = 0; round < Math.max(60, MUTANTS / 4); round++) {
    const bytes = Uint8Array.from({ length: below(40_000) }, () => below(256));
    survive(bytes, `random ${round}`);
  }
}, 600_000);
