import type { PauseCut } from '../protocol.ts';
import { blobSource } from './blobSource.ts';
import { wasmReady } from './wasm.ts';

/** Seconds from which on nothing said is a pause, unless the caller says so. */
const MIN_SECONDS = 2.5;

/** Cuts that shorten pauses, in order. Decodes the file once. */
export async function proposePauses(
  file: Blob,
  options: { minSeconds?: number } = {},
  onProgress?: (fraction: number) => void,
): Promise<PauseCut[]> {
  const core = await wasmReady;
  return core.proposePauses(blobSource(file), options.minSeconds ?? MIN_SECONDS, onProgress);
}
