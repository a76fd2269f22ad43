import type { CutOptions, CutResult, Region, ScratchPath } from '../protocol.ts';
import { blobSource } from './blobSource.ts';
import { boundsOf } from './bounds.ts';
import { exportTo } from './exportSink.ts';
import { wasmReady } from './wasm.ts';

const TYPES = { wav: 'audio/wav', mp3: 'audio/mpeg' } as const;

/** Keeps `regions` of a file; memory does not grow with its length. */
export async function cut(
  scratch: ScratchPath | null,
  file: Blob,
  regions: Region[],
  options: CutOptions,
  onProgress?: (fraction: number) => void,
): Promise<CutResult> {
  const core = await wasmReady;
  const bounds = boundsOf(regions);
  const made = await exportTo(scratch, TYPES[options.format], (sink) =>
    core.cut(blobSource(file), bounds, options.format, options.kbps ?? 128, sink, onProgress, options.tools),
  );
  return { ...made.facts, file: made.file };
}
