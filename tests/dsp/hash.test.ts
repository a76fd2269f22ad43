// Digest and proof of work of the shipped wasm (vector kernels), compared with Node's SHA-256.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { beforeAll, expect, it } from 'vitest';

const PKG = new URL('../../dsp/pkg/', import.meta.url);
let core: typeof import('../../dsp/pkg/dsp.js');

beforeAll(async () => {
  core = await import(new URL('dsp.js', PKG).href);
  core.initSync({ module: await readFile(new URL('dsp_bg.wasm', PKG)) });
});

const sha256 = (...parts: (string | Uint8Array)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

function u32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

/** Leading zero bits that a nonce produces, by the definition in api/contract/pow.ts. */
function zeroBits(challenge: string, puzzle: number, nonce: number): number {
  return Math.clz32(sha256(sha256(challenge, u32(puzzle)), u32(nonce)).readUInt32BE());
}

it('digests files of every length around the block borders', () => {
  const bytes = Uint8Array.from({ length: 1200 }, (_, i) => (i * 167) % 251);
  for (let length = 0; length <= bytes.length; length++) {
    const file = bytes.subarray(0, length);
    const source = { size: length, readAt: (at: number, count: number) => file.subarray(at, at + count) };
    expect(core.sha256(source), `${length} bytes`).toBe(sha256(file).toString('hex'));
  }
});

it('digests a file read in many pieces', () => {
  const file = new Uint8Array(3_000_001).map((_, i) => (i * 31) >>> 3);
  const source = { size: file.length, readAt: (at: number, count: number) => file.subarray(at, at + count) };
  expect(core.sha256(source)).toBe(sha256(file).toString('hex'));
});

it('finds the first nonce of every puzzle', () => {
  for (const bits of [0, 1, 7, 12]) {
    const solver = new core.PowSolver('cGF5bG9hZA.bWFj', 5, bits, []);
    expect(solver.step(0xffff_ffff)).toBe(true);
    const nonces = solver.nonces();
    expect(nonces.length).toBe(5);
    nonces.forEach((nonce, puzzle) => {
      let first = 0;
      while (zeroBits('cGF5bG9hZA.bWFj', puzzle, first) < bits) first += 1;
      expect(nonce, `puzzle ${puzzle}, ${bits} bits`).toBe(first);
    });
    solver.free();
  }
});

it('solves a ticket of production difficulty in small steps, after interruptions', () => {
  let nonces: number[] = [];
  let done = false;
  for (let attempt = 0; attempt < 1000 && !done; attempt++) {
    const solver = new core.PowSolver('ticket.mac', 16, 15, nonces);
    done = solver.step(200_000);
    nonces = [...solver.nonces()];
    solver.free();
  }
  expect(nonces.length).toBe(16);
  nonces.forEach((nonce, puzzle) => {
    expect(zeroBits('ticket.mac', puzzle, nonce)).toBeGreaterThanOrEqual(15);
  });
});

it('refuses wrong nonces and invalid challenges', () => {
  expect(() => new core.PowSolver('ticket', 4, 20, [1])).toThrow(
    expect.objectContaining({ name: expect.any(String) }),
  );
  expect(() => new core.PowSolver('ticket', 4, 33, [])).toThrow();
  expect(() => new core.PowSolver('ticket', 1_000_000, 1, [])).toThrow();
});
