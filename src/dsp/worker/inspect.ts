import type { Inspection } from '../protocol.ts';
import { blobSource } from './blobSource.ts';
import { wasmReady } from './wasm.ts';

/** Container, codec, exact duration, metadata field names, damage. Walks the file once. */
export async function inspect(file: Blob): Promise<Inspection> {
  const core = await wasmReady;
  return core.inspect(blobSource(file));
}
