// The bytes of a QR code of level M (ISO/IEC 18004 §7.4 to §7.6): the text with its frame, and its error correction.

/** Correction bytes of a block, and blocks, by version; level M (table 9). */
const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5];
/** Bytes that fill up what the text leaves. */
const PADS = [0xec, 0x11];

/** Versions there are here, 1 first. */
export const VERSIONS = CORRECTION.map((_, index) => index + 1);

/** Modules that hold data, correction and remainder bits, of a version. */
function dataModules(version: number): number {
  let count = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const aligned = Math.floor(version / 7) + 2;
    count -= (25 * aligned - 10) * aligned - 55;
    if (version >= 7) count -= 36;
  }
  return count;
}

const bytesIn = (version: number) => Math.floor(dataModules(version) / 8);
export const dataBytesIn = (version: number) =>
  bytesIn(version) - (CORRECTION[version - 1] ?? 0) * (BLOCKS[version - 1] ?? 1);

/** Product in the field of 256 elements with the polynomial 0x11d. */
function times(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    if ((b >>> bit) & 1) product ^= a;
  }
  return product;
}

/** Coefficients of the generator polynomial below its leading 1. */
function generatorOf(degree: number): number[] {
  const result = [...Array(degree - 1).fill(0), 1] as number[];
  let root = 1;
  for (let step = 0; step < degree; step++) {
    for (let at = 0; at < degree; at++) {
      result[at] = times(result[at] ?? 0, root) ^ (result[at + 1] ?? 0);
    }
    root = times(root, 2);
  }
  return result;
}

function correctionOf(data: readonly number[], generator: readonly number[]): number[] {
  const rest = generator.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ (rest.shift() ?? 0);
    rest.push(0);
    for (const [at, coefficient] of generator.entries())
      rest[at] = (rest[at] ?? 0) ^ times(coefficient, factor);
  }
  return rest;
}

/** The text's bytes with mode, length, end and filling. */
export function dataOf(text: Uint8Array, version: number): number[] {
  const bits: number[] = [];
  const put = (value: number, width: number) => {
    for (let bit = width - 1; bit >= 0; bit--) bits.push((value >>> bit) & 1);
  };
  put(4, 4);
  put(text.length, version < 10 ? 8 : 16);
  for (const byte of text) put(byte, 8);
  const capacity = dataBytesIn(version) * 8;
  put(0, Math.min(4, capacity - bits.length));
  put(0, (8 - (bits.length % 8)) % 8);
  for (let pad = 0; bits.length < capacity; pad ^= 1) put(PADS[pad] ?? 0, 8);
  return Array.from({ length: bits.length / 8 }, (_, at) =>
    bits.slice(at * 8, at * 8 + 8).reduce((byte, bit) => byte * 2 + bit, 0),
  );
}

/** Data in blocks with their correction, interleaved; later blocks may be a byte longer. */
export function codewords(data: readonly number[], version: number): number[] {
  const count = BLOCKS[version - 1] ?? 1;
  const perBlock = CORRECTION[version - 1] ?? 0;
  const generator = generatorOf(perBlock);
  const short = Math.floor(data.length / count);
  const longer = data.length % count;
  const blocks = Array.from({ length: count }, (_, index) => {
    const from = index * short + Math.max(0, index - (count - longer));
    return data.slice(from, from + short + (index >= count - longer ? 1 : 0));
  });
  const corrections = blocks.map((block) => correctionOf(block, generator));
  const across = (rows: readonly (readonly number[])[], length: number) =>
    Array.from({ length }, (_, at) => rows.flatMap((row) => row[at] ?? [])).flat();
  return [...across(blocks, short + 1), ...across(corrections, perBlock)];
}
