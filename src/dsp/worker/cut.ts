import type { CutOptions, CutResult, Region } from '../protocol.ts';
import { blobSink } from './blobSink.ts';
import { blobSource } from './blobSource.ts';
import { wasmReady } from './wasm.ts';

const TYPES = { wav: 'audio/wav', mp3: 'audio/mpeg' } as const;

/** Keeps `regions` of a file; memory does not grow with its length. */
export async function cut(
  file: Blob,
  regions: Region[],
  options: CutOptions,
  onProgress?: (fraction: number) => void,
): Promise<CutResult> {
  const core = await wasmReady;
  const bounds = Float64Array.from(regions.flatMap((region) => [region.start, region.end]));
  const sink = blobSink();
  const facts = core.cut(blobSource(file), bounds, options.format, options.kbps ?? 128, sink, onProgress);
  return { ...facts, file: sink.toBlob(TYPES[options.format]) };
}
