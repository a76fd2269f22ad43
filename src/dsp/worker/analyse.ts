import type { Analysis, PeaksChunk } from '../protocol.ts';
import { blobSource } from './blobSource.ts';
import { wasmReady } from './wasm.ts';

/** Everything one pass over a file yields; peaks are reported while it runs. */
export async function analyse(file: Blob, onPeaks?: (chunk: PeaksChunk) => void): Promise<Analysis> {
  const core = await wasmReady;
  return core.analyse(blobSource(file), onPeaks);
}
