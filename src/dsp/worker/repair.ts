import type { RepairResult } from '../protocol.ts';
import { blobSink } from './blobSink.ts';
import { blobSource } from './blobSource.ts';
import { wasmReady } from './wasm.ts';

/** Saves what can be saved of a damaged file as 16-bit WAV, holes kept as silence. */
export async function repair(file: Blob, onProgress?: (fraction: number) => void): Promise<RepairResult> {
  const core = await wasmReady;
  const sink = blobSink();
  const report = core.repair(blobSource(file), sink, onProgress);
  return { report, file: sink.toBlob('audio/wav') };
}
