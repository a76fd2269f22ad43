import type { CutOptions, CutResult, Region, ScratchPath } from '../protocol.ts';
import { blobSource } from './blobSource.ts';
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
  // Never as if they had been used.
  if (options.tools) throw new TypeError('the engine of this build has no voice tools');
  const bounds = Float64Array.from(regions.flatMap((region) => [region.start, region.end]));
  const made = await exportTo(scratch, TYPES[options.format], (sink) =>
    core.cut(blobSource(file), bounds, options.format, options.kbps ?? 128, sink, onProgress),
  );
  return { ...made.facts, file: made.file };
}
