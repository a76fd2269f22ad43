// The shipped wasm on broken files: cut at every 997th byte, mutated by seed, or random. Each is accepted or
// refused with a stable reason, within 3 s and 64 MiB, and never traps.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadCore } from '../../dsp/cli/node.mjs';
import { FORMATS, hasFfmpeg, makeFile, NO_FFMPEG } from '../support/mediaFiles.ts';

const folder = mkdtempSync(join(tmpdir(), 'aural-hostile-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
if (!hasFfmpeg) console.warn(`SKIP tests/dsp/hostile.test.ts: ${NO_FFMPEG}`);

const core = await loadCore();
const REASONS = new Set(['empty', 'unsupported_format', 'unsupported_codec', 'no_audio', 'limit_exceeded']);
/** `HOSTILE_MUTANTS=2000` for the whole set. */
const MUTANTS = Number(process.env.HOSTILE_MUTANTS ?? 40);

/** Numbers below a limit, the same on every machine (mulberry32). */
function generator(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

/** One to four wounds; half of them in the first 600 bytes, where the headers are. */
function mutate(bytes: Uint8Array, below: (limit: number) => number): Uint8Array {
  const out = [...bytes];
  for (let wounds = 1 + below(4); wounds > 0 && out.length > 0; wounds--) {
    const at = below(below(2) === 0 ? Math.min(600, out.length) : out.length);
    const few = 1 + below(64);
    const kinds = [
      () => out.splice(at, 1, below(256)),
      () => out.splice(at, few),
      () => out.splice(at, 0, ...Array.from({ length: few }, () => below(256))),
      () => out.splice(below(out.length), 0, ...out.slice(at, at + few)),
      () => out.fill(below(2) * 255, at, at + 8),
      () => out.fill(0, at, at + 4096),
      () => out.splice(at + 1),
    ];
    kinds[below(kinds.length)]?.();
  }
  return Uint8Array.from(out);
}

/** Runs every reading operation; answers the reason of the first refusal, or null. */
function survive(bytes: Uint8Array, what: string): string | null {
  const source = {
    size: bytes.length,
    readAt: (offset: number, length: number) => bytes.slice(offset, offset + length),
  };
  const sink = { write() {}, patch() {} };
  let refusal: string | null = null;
  for (const operation of [
    () => core.inspect(source),
    () => core.repair(source, sink),
    () => core.remux(source, sink),
  ]) {
    const began = performance.now();
    try {
      operation();
    } catch (error) {
      const { name } = error as Error;
      expect(REASONS, `${what}: ${String((error as Error).stack)}`).toContain(name);
      refusal ??= name;
    }
    expect(performance.now() - began, what).toBeLessThan(3000);
  }
  return refusal;
}

describe.skipIf(!hasFfmpeg).each(FORMATS)('$name', (format) => {
  const bytes = hasFfmpeg ? new Uint8Array(readFileSync(makeFile(folder, format, 0.9))) : new Uint8Array();

  it('is accepted or refused wherever it is cut off', () => {
    expect(survive(bytes, 'whole')).toBeNull();
    for (let end = 0; end < bytes.length; end += 997) survive(bytes.subarray(0, end), `cut at ${end}`);
    expect(survive(bytes.subarray(0, 0), 'nothing')).toBe('empty');
  }, 600_000);

  it('is accepted or refused however it is mutated', () => {
    const below = generator(bytes.length);
    let accepted = 0;
    for (let round = 0; round < MUTANTS; round++) {
      if (survive(mutate(bytes, below), `mutant ${round}`) === null) accepted++;
    }
    expect(accepted).toBeGreaterThan(MUTANTS / 10);
    expect(core.wasmBytes()).toBeLessThanOrEqual(64 * 2 ** 20);
  }, 600_000);
});

it('refuses random bytes with a reason', () => {
  const below = generator(5);
  for (let round = 0; round < 60; round++) {
    const bytes = Uint8Array.from({ length: below(40_000) }, () => below(256));
    survive(bytes, `random ${round}`);
  }
}, 600_000);
