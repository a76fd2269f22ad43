import { blobSource } from './blobSource.ts';
import { wasmReady } from './wasm.ts';

/** Lower-case hex digest, in constant memory. */
export async function sha256(file: Blob, onProgress?: (fraction: number) => void): Promise<string> {
  const core = await wasmReady;
  return core.sha256(blobSource(file), onProgress);
}
