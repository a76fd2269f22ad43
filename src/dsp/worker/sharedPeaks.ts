import type { LengthEstimate, PeaksChunk, Survey } from '../protocol.ts';
import { blobSource } from './blobSource.ts';
import { sessionOf } from './session.ts';
import { wasmReady } from './wasm.ts';

async function opened(session: string, file: Blob) {
  const core = await wasmReady;
  return sessionOf(session, () => new core.PeakPieces(blobSource(file)));
}

/** How long a file is by its end, where that tells. */
export async function estimateLength(session: string, file: Blob): Promise<LengthEstimate | undefined> {
  return (await opened(session, file)).estimate();
}

/** What a file is and how many pieces its peaks have, by walking it without decoding. */
export async function surveyPeaks(session: string, file: Blob): Promise<Survey> {
  return (await opened(session, file)).survey();
}

/** Piece `index` of the peaks; `false`: see `sharedPeaks`. */
export async function peakPiece(
  session: string,
  file: Blob,
  index: number,
  onPeaks: (chunk: PeaksChunk) => void,
): Promise<boolean> {
  const pieces = await opened(session, file);
  // As in `analyse`: the answer must not overtake the last chunk.
  let heard: unknown;
  const sound = pieces.piece(index, (chunk) => {
    heard = onPeaks(chunk);
  });
  await heard;
  return sound;
}
