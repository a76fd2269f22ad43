import type { CleanResult, ScratchPath } from '../protocol.ts';
import { blobSource } from './blobSource.ts';
import { exportTo } from './exportSink.ts';
import { wasmReady } from './wasm.ts';

/**
 * Copies what sounds, packet by packet; a clean copy of such a copy is the same bytes. Where the file holds sound that
 * somebody cut, or that browsers don't play, what is heard is encoded as MP3 instead.
 */
export async function clean(
  scratch: ScratchPath | null,
  file: Blob,
  onProgress?: (fraction: number) => void,
): Promise<CleanResult> {
  const core = await wasmReady;
  const made = await exportTo(scratch, file.type, (sink) =>
    core.remux(blobSource(file), sink, false, onProgress),
  );
  const { removed, damage, cutSeconds } = made.facts;
  return { removed, cutSeconds, isDamaged: damage.length > 0, file: made.file };
}
