import type { RepairResult, ScratchPath } from '../protocol.ts';
import { blobSource } from './blobSource.ts';
import { exportTo } from './exportSink.ts';
import { wasmReady } from './wasm.ts';

/** Saves what can be saved of a damaged file as 16-bit WAV, holes kept as silence. */
export async function repair(
  scratch: ScratchPath | null,
  file: Blob,
  onProgress?: (fraction: number) => void,
): Promise<RepairResult> {
  const core = await wasmReady;
  const made = await exportTo(scratch, 'audio/wav', (sink) =>
    core.repair(blobSource(file), sink, false, onProgress),
  );
  return { report: made.facts, file: made.file };
}
