// The shipped wasm in this process, with the facts and bytes that tests compare.
import { createHash } from 'node:crypto';
import { fileSource, loadCore } from '../../../dsp/cli/node.mjs';
import type { Analysis, AnalysisPart, PeaksChunk } from '../../../dsp/pkg/dsp.js';
import { type WavAudio, writeWav } from '../audio/wav.ts';

type Core = Awaited<ReturnType<typeof loadCore>>;

const PARTS: Record<AnalysisPart, true> = {
  sha256: true,
  lufs: true,
  truePeakDbtp: true,
  clippedSamples: true,
  silence: true,
  cover: true,
  envelope: true,
  preview: true,
};
/** All parts that one pass over a file can measure. */
export const EVERY_PART = Object.keys(PARTS) as AnalysisPart[];

export interface Outcome {
  /** All reported facts, with plain arrays. */
  facts: Record<string, unknown>;
  /** SHA-256 of the produced file; null without one. */
  digest: string | null;
}

/** Analyses a recording in memory in one pass. */
export async function analyseWav<P extends AnalysisPart>(
  audio: WavAudio,
  parts: readonly P[],
  onPeaks?: (chunk: PeaksChunk) => void,
): Promise<Analysis<P>> {
  const bytes = writeWav(audio);
  const source = { size: bytes.length, readAt: (at: number, n: number) => bytes.subarray(at, at + n) };
  return (await loadCore()).analyse(source, parts, onPeaks);
}

/** Collects a file in memory, patches applied. */
function memorySink() {
  let bytes = Buffer.alloc(1 << 16);
  let length = 0;
  return {
    write(piece: Uint8Array) {
      while (length + piece.length > bytes.length) bytes = Buffer.concat([bytes, Buffer.alloc(bytes.length)]);
      bytes.set(piece, length);
      length += piece.length;
    },
    patch: (offset: number, piece: Uint8Array) => bytes.set(piece, offset),
    digest: () => digestOf(bytes.subarray(0, length)),
  };
}

export const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Converts typed arrays to plain ones, so that facts of different origin compare. */
export const plain = (facts: unknown): Record<string, unknown> =>
  JSON.parse(
    JSON.stringify(facts, (_key, value) => (ArrayBuffer.isView(value) ? [...(value as Uint8Array)] : value)),
  );

/** Runs `work` on the ranges of a file. */
export async function onFile(
  path: string,
  work: (core: Core, source: ReturnType<typeof fileSource>, sink: ReturnType<typeof memorySink>) => unknown,
): Promise<Outcome> {
  const core = await loadCore();
  const source = fileSource(path);
  const sink = memorySink();
  const nothing = sink.digest();
  try {
    const facts = plain(work(core, source, sink) ?? {});
    const digest = sink.digest();
    return { facts, digest: digest === nothing ? null : digest };
  } finally {
    source.close();
  }
}
