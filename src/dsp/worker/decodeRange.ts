import { transfer } from 'comlink';
import type { VoiceTools } from '../protocol.ts';
import { blobSource } from './blobSource.ts';
import { type PcmRange, wasmReady } from './wasm.ts';

/** Decodes `start … end` seconds only, as `tools` leave them. The returned buffers are transferred. */
export async function decodeRange(
  file: Blob,
  start: number,
  end: number,
  tools?: VoiceTools,
): Promise<PcmRange> {
  const core = await wasmReady;
  const range = core.decodeRange(blobSource(file), start, end, tools);
  return transfer(
    range,
    range.channels.map((channel) => channel.buffer),
  );
}
