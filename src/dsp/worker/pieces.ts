// Pieces of a long job that several workers share (`../sharedPeaks.ts`, `../sharing.ts`).
import { transfer } from 'comlink';
import type { LengthEstimate, Mp3Cut, Mp3Plan, Mp3Run, PeaksChunk, Survey } from '../protocol.ts';
import { blobSource } from './blobSource.ts';
import { blobSink } from './exportFile.ts';
import { boundsOf } from './operations.ts';
import { wasmReady, withEngine } from './wasm.ts';

/** The file of the last job, open between two calls: a file that is opened again is scanned from its start. */
let current: { key: string; session: { free(): void } } | null = null;

/** The session of this key, or a new one that replaces it. */
function sessionOf<T extends { free(): void }>(key: string, open: () => T): T {
  if (current?.key === key) return current.session as T;
  current?.session.free();
  current = null;
  const session = open();
  current = { key, session };
  return session;
}

async function openedPeaks(session: string, file: Blob) {
  return withEngine((core) => sessionOf(session, () => new core.PeakPieces(blobSource(file))));
}

/** The length of a file, estimated from its end; undefined where the end does not tell. */
export async function estimateLength(session: string, file: Blob): Promise<LengthEstimate | undefined> {
  return (await openedPeaks(session, file)).estimate();
}

/** The inspection of a file and the number of pieces of its peaks; reads the file without decoding. */
export async function surveyPeaks(session: string, file: Blob): Promise<Survey> {
  return (await openedPeaks(session, file)).survey();
}

/** Piece `index` of the peaks; false when a packet was refused. */
export async function peakPiece(
  session: string,
  file: Blob,
  index: number,
  onPeaks: (chunk: PeaksChunk) => void,
): Promise<boolean> {
  const pieces = await openedPeaks(session, file);
  // Chunks use a separate message port; the answer must not arrive before the last chunk.
  let heard: unknown;
  const sound = pieces.piece(index, (chunk) => {
    heard = onPeaks(chunk);
  });
  await heard;
  return sound;
}

async function openedRuns(session: string, { file, regions, kbps, tools }: Mp3Cut) {
  const bounds = boundsOf(regions);
  return withEngine((core) =>
    sessionOf(session, () => new core.Mp3Runs(blobSource(file), bounds, kbps, tools)),
  );
}

/** How a cut can be shared. */
export async function planMp3(session: string, cut: Mp3Cut): Promise<Mp3Plan> {
  const { segments, sampleRate, channels, headBytes } = await openedRuns(session, cut);
  return { segments, sampleRate, channels, headBytes };
}

/** Encodes the segments `first … end`, `end` excluded. */
export async function mp3Run(
  session: string,
  cut: Mp3Cut,
  first: number,
  end: number,
  onProgress?: (fraction: number) => void,
): Promise<Mp3Run> {
  const runs = await openedRuns(session, cut);
  const sink = blobSink();
  const made = runs.encode(first, end, sink, onProgress);
  return { ...made, bytes: sink.toBlob('') };
}

/** The first frame of a file whose runs had `summaries`, in order. */
export async function joinMp3(
  { sampleRate, channels }: Mp3Plan,
  kbps: number,
  frames: number,
  summaries: Float64Array,
): Promise<Uint8Array<ArrayBuffer>> {
  const core = await wasmReady;
  const { firstFrame } = core.joinPieces(sampleRate, channels, kbps, frames, summaries);
  return transfer(firstFrame, [firstFrame.buffer]);
}
