// A clean copy decodes to the same samples, with our decoder and ffmpeg, and contains nothing else.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadCore } from '../../dsp/cli/node.mjs';
import { FORMATS, makeFile } from '../support/audio/mediaFiles.ts';
import { CANARY, type Planted, planted } from '../support/server/planted.ts';
import { temporaryFolder } from '../support/storage/temporaryFolder.ts';

const folder = temporaryFolder('clean');
let core: Awaited<ReturnType<typeof loadCore>>;
let files: Planted[] = [];
beforeAll(async () => {
  core = await loadCore();
  files = planted();
});

const source = (bytes: Buffer) => ({
  size: bytes.length,
  readAt: (offset: number, length: number) => bytes.subarray(offset, offset + length),
});

function cleaned(bytes: Buffer): { facts: { container: string; seconds: number }; copy: Buffer } {
  const pieces: Buffer[] = [];
  const sink = {
    write: (piece: Uint8Array) => void pieces.push(Buffer.from(piece)),
    patch: () => assert.fail('packets are copied forward'),
  };
  const facts = core.remux(source(bytes), sink, false);
  return { facts, copy: Buffer.concat(pieces) };
}

/** All samples from our decoder. */
const decode = (bytes: Buffer) => {
  const { channels } = core.decodeRange(source(bytes), 0, 60) as { channels: Float32Array[] };
  return channels.map(({ buffer }) => Buffer.from(buffer));
};

/** All samples from ffmpeg's decoders. */
function decodeWithFfmpeg(bytes: Buffer): Buffer {
  const path = join(folder, 'asked');
  writeFileSync(path, bytes);
  const asked = spawnSync('ffmpeg', ['-v', 'error', '-nostdin', '-i', path, '-f', 'f32le', '-'], {
    maxBuffer: 2 ** 28,
  });
  expect(String(asked.stderr)).toBe('');
  return asked.stdout;
}

describe('a clean copy', () => {
  it.each(FORMATS)(
    'of $name decodes to the same samples, and cleaning it again changes nothing',
    (format) => {
      const bytes = readFileSync(makeFile(folder, format, 5));
      const { copy } = cleaned(bytes);
      expect(Buffer.concat(decode(copy)).equals(Buffer.concat(decode(bytes)))).toBe(true);
      expect(decodeWithFfmpeg(copy).equals(decodeWithFfmpeg(bytes))).toBe(true);
      expect(cleaned(copy).copy.equals(copy)).toBe(true);
    },
  );

  it('drops data planted where no decoder reads, and keeps the same samples', () => {
    const found: string[] = [];
    /** Decoded audio per original file, shared by all files planted from it. */
    const wholes = new Map<Buffer, { ours: Buffer[]; theirs: Buffer }>();
    const wholeOf = (plain: Buffer) => {
      const known = wholes.get(plain);
      if (known) return known;
      const { copy } = cleaned(plain);
      const whole = { ours: decode(copy), theirs: decodeWithFfmpeg(copy) };
      wholes.set(plain, whole);
      return whole;
    };
    for (const { name, bytes, plain } of files) {
      expect(bytes.includes(CANARY) || bytes.includes(CANARY.slice(0, 13)), name).toBe(true);
      const { copy } = cleaned(bytes);
      for (const foreign of [CANARY.slice(0, 6), '<script', 'PK\u0003\u0004', 'TAG', 'Lav']) {
        if (copy.includes(Buffer.from(foreign, 'latin1'))) found.push(`${name}: ${foreign}`);
      }
      const { ours: before, theirs } = wholeOf(plain);
      const after = decode(copy);
      expect([name, after.map(({ length }) => length)]).toEqual([name, before.map(({ length }) => length)]);
      for (const [channel, samples] of before.entries()) {
        if (!after[channel]?.equals(samples)) found.push(`${name}: another sound`);
      }
      if (!decodeWithFfmpeg(copy).equals(theirs)) found.push(`${name}: ffmpeg`);
      if (!cleaned(copy).copy.equals(copy)) found.push(`${name}: not its own copy`);
    }
    expect(found).toEqual([]);
  });
});
