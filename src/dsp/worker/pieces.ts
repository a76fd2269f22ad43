// Pieces of a long job that several workers share (`../sharedPeaks.ts`, `../sharing.ts`).
import { transfer } from 'comlink';
import type { LengthEstimate, Mp3Cut, Mp3Plan, Mp3Run, PeaksChunk, Survey } from '../protocol.ts';
import { blobSource } from './blobSource.ts';
import { blobSink } from './exportFile.ts';
import { boundsOf } from './operations.ts';
import { type Core, type Mp3Runs, needsLarger, type PeakPieces, wasmReady, withEngine } from './wasm.ts';

/** The file of the last job, open between two calls: a file that is opened again is scanned from its start. */
let current: { key: string; session: { free(): void } } | null = null;

/** The session of this key, or a new one that replaces it. */
function sessionOf<T extends { free(): void }>(key: string, open: () => T): T {
  if (current?.key === key) return current.session as T;
  close();
  const session = open();
  current = { key, session };
  return session;
}

function close(): void {
  current?.session.free();
  current = null;
}

/** Works on the session of this key. A file may turn out only further on to need the larger module, which then opens it anew. */
async function inSession<S extends { free(): void }, T>(
  key: string,
  open: (core: Core) => S,
  work: (session: S) => T | Promise<T>,
): Promise<T> {
  return withEngine(async (core) => {
    try {
      return await work(sessionOf(key, () => open(core)));
    } catch (error) {
      if (needsLarger(error)) close();
      throw error;
    }
  });
}

const inPeaks = <T>(session: string, file: Blob, work: (pieces: PeakPieces) => T | Promise<T>) =>
  inSession(session, (core) => new core.PeakPieces(blobSource(file)), work);

/** The length of a file, estimated from its end; undefined where the end does not tell. */
export async function estimateLength(session: string, file: Blob): Promise<LengthEstimate | undefined> {
  return inPeaks(session, file, (pieces) => pieces.estimate());
}

/** The inspection of a file and the number of pieces of its peaks; reads the file without decoding. */
export async function surveyPeaks(session: string, file: Blob): Promise<Survey> {
  return inPeaks(session, file, (pieces) => pieces.survey());
}

/** Piece `index` of the peaks; false when a packet was refused. */
export async function peakPiece(
  session: string,
  file: Blob,
  index: number,
  onPeaks: (chunk: PeaksChunk) => void,
): Promise<boolean> {
  // Chunks use a separate message port; the answer must not arrive before the last chunk.
  let heard: unknown;
  const sound = await inPeaks(session, file, (pieces) =>
    pieces.piece(index, (chunk) => {
      heard = onPeaks(chunk);
    }),
  );
  await heard;
  return sound;
}

const inRuns = <T>(
  session: string,
  { file, regions, kbps, tools }: Mp3Cut,
  work: (runs: Mp3Runs) => T | Promise<T>,
) => inSession(session, (core) => new core.Mp3Runs(blobSource(file), boundsOf(regions), kbps, tools), work);

/** How a cut can be shared. */
export async function planMp3(session: string, cut: Mp3Cut): Promise<Mp3Plan> {
  return inRuns(session, cut, ({ segments, sampleRate, channels, headBytes }) => ({
    segments,
    sampleRate,
    channels,
    headBytes,
  }));
}

/** Encodes the segments `first … end`, `end` excluded. */
export async function mp3Run(
  session: string,
  cut: Mp3Cut,
  first: number,
  end: number,
  onProgress?: (fraction: number) => void,
): Promise<Mp3Run> {
  return inRuns(session, cut, (runs) => {
    const sink = blobSink();
    const made = runs.encode(first, end, sink, onProgress);
    return { ...made, bytes: sink.toBlob('') };
  });
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
