// HE-AAC in the two shipped worker modules: the larger one decodes it, the first one says so before anything is done.
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';

const PKG = new URL('../../dsp/pkg/', import.meta.url);
const FILES = new URL('../../dsp/core/tests/variants/he_aac/', import.meta.url);
type Core = typeof import('../../dsp/pkg/dsp.js');
let first: Core;
let larger: Core;

async function load(name: string): Promise<Core> {
  const core = await import(new URL(`${name}.js`, PKG).href);
  core.initSync({ module: await readFile(new URL(`${name}_bg.wasm`, PKG)) });
  return core;
}

beforeAll(async () => {
  first = await load('first');
  larger = await load('dsp');
});

const sourceOf = (bytes: Uint8Array) => ({
  size: bytes.length,
  readAt: (at: number, count: number) => bytes.subarray(at, at + count),
});

/** What is written to it. */
function sinkOf() {
  const chunks: Uint8Array[] = [];
  return { chunks, write: (bytes: Uint8Array) => void chunks.push(bytes.slice()), patch() {} };
}

const CASES = [
  { name: 'mono.aac', channels: 1, frames: 45_056 },
  { name: 'pair.aac', channels: 2, frames: 45_056 },
  { name: 'spread.aac', channels: 2, frames: 47_104 },
  { name: 'explicit.m4a', channels: 1, frames: 39_690 },
  { name: 'within.m4a', channels: 1, frames: 43_008 },
];

describe.each(CASES)('$name', ({ name, channels, frames }) => {
  const read = async () => sourceOf(await readFile(new URL(name, FILES)));

  it('has its whole band in the larger module', async () => {
    const source = await read();
    expect(larger.inspect(source)).toMatchObject({ channels, frames, sampleRate: 44_100, damage: [] });
    const range = larger.decodeRange(source, 0, 2);
    expect(range.channels.map((channel) => channel.length)).toEqual(Array(channels).fill(frames));
  });

  it('asks for the larger module in the first one, before any result', async () => {
    const source = await read();
    const sink = sinkOf();
    const bounds = Float64Array.of(0, 0.5);
    for (const work of [
      () => first.inspect(source),
      () => first.analyse(source, []),
      () => first.decodeRange(source, 0, 1),
      () => first.proposePauses(source, 2),
      () => first.planLoudness(source, bounds),
      () => first.cut(source, bounds, 'mp3', 128, sink),
      () => first.repair(source, sink, false),
      () => new first.PeakPieces(source),
      () => new first.Mp3Runs(source, bounds, 128),
    ])
      expect(work).toThrowError(expect.objectContaining({ name: 'needs_larger_engine' }));
    expect(sink.chunks).toEqual([]);
  });

  it('has the same clean copy in both', async () => {
    const source = await read();
    const [one, other] = [sinkOf(), sinkOf()];
    first.remux(source, one, false);
    larger.remux(source, other, false);
    expect(Buffer.concat(one.chunks).equals(Buffer.concat(other.chunks))).toBe(true);
    expect(larger.inspect(sourceOf(Buffer.concat(one.chunks)))).toMatchObject({ channels, frames });
  });
});
