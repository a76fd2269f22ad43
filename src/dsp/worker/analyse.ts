import type { Analysis, AnalysisPart, PeaksChunk } from '../protocol.ts';
import { blobSource } from './blobSource.ts';
import { wasmReady } from './wasm.ts';

/** The inspection and the parts that are named, in one pass over a file; peaks are reported while it runs. */
export async function analyse<P extends AnalysisPart>(
  file: Blob,
  parts: readonly P[],
  onPeaks?: (chunk: PeaksChunk) => void,
): Promise<Analysis<P>> {
  const core = await wasmReady;
  if (!onPeaks) return core.analyse(blobSource(file), parts);
  // Chunks travel on a port of their own: an answer that overtook the last of them would end the wave early.
  let heard: unknown;
  const analysis = core.analyse(blobSource(file), parts, (chunk) => {
    heard = onPeaks(chunk);
  });
  await heard;
  return analysis;
}
