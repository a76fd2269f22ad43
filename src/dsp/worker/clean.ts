import type { CleanResult, ScratchPath } from '../protocol.ts';
import { blobSource } from './blobSource.ts';
import { exportTo } from './exportSink.ts';
import { wasmReady } from './wasm.ts';

/** Copies what sounds, packet by packet; a clean copy of a clean copy is the same bytes. */
export async function clean(
  scratch: ScratchPath | null,
  file: Blob,
  onProgress?: (fraction: number) => void,
): Promise<CleanResult> {
  const core = await wasmReady;
  const made = await exportTo(scratch, file.type, (sink) =>
    core.remux(blobSource(file), sink, false, onProgress),
  );
  return { removed: made.facts.removed, isDamaged: made.facts.damage.length > 0, file: made.file };
}
