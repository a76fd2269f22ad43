import type { LoudnessPlan, Region, VoiceTools } from '../protocol.ts';
import { blobSource } from './blobSource.ts';
import { boundsOf } from './bounds.ts';
import { wasmReady } from './wasm.ts';

/** How `regions` come to their target. Decodes them once, twice where the limiter would act. */
export async function planLoudness(
  file: Blob,
  regions: Region[],
  persona?: VoiceTools['persona'],
  onProgress?: (fraction: number) => void,
): Promise<LoudnessPlan> {
  const core = await wasmReady;
  return core.planLoudness(blobSource(file), boundsOf(regions), persona && { persona }, onProgress);
}
