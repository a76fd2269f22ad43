import { transfer } from 'comlink';
import { blobSource } from './blobSource.ts';
import { type PcmRange, wasmReady } from './wasm.ts';

/** Decodes `start … end` seconds only. The returned buffers are transferred. */
export async function decodeRange(file: Blob, start: number, end: number): Promise<PcmRange> {
  const core = await wasmReady;
  const range = core.decodeRange(blobSource(file), start, end);
  return transfer(
    range,
    range.channels.map((channel) => channel.buffer),
  );
}
