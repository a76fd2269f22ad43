import { transfer } from 'comlink';
import type { Mp3Cut, Mp3Plan, Mp3Run } from '../protocol.ts';
import { blobSink } from './blobSink.ts';
import { blobSource } from './blobSource.ts';
import { sessionOf } from './session.ts';
import { wasmReady } from './wasm.ts';

async function opened(session: string, { file, regions, kbps }: Mp3Cut) {
  const core = await wasmReady;
  const bounds = Float64Array.from(regions.flatMap((region) => [region.start, region.end]));
  return sessionOf(session, () => new core.Mp3Runs(blobSource(file), bounds, kbps));
}

/** How the cut can be shared. */
export async function planMp3(session: string, cut: Mp3Cut): Promise<Mp3Plan> {
  const { segments, sampleRate, channels, headBytes } = await opened(session, cut);
  return { segments, sampleRate, channels, headBytes };
}

/** Segments `first … end`, that one left out. */
export async function mp3Run(
  session: string,
  cut: Mp3Cut,
  first: number,
  end: number,
  onProgress?: (fraction: number) => void,
): Promise<Mp3Run> {
  const runs = await opened(session, cut);
  const sink = blobSink();
  const made = runs.encode(first, end, sink, onProgress);
  return { ...made, bytes: sink.toBlob('') };
}

/** The first frame of a file whose runs came to `summaries`, one after another. */
export async function joinMp3(
  { sampleRate, channels }: Mp3Plan,
  kbps: number,
  frames: number,
  summaries: Float64Array,
): Promise<Uint8Array<ArrayBuffer>> {
  const core = await wasmReady;
  const { firstFrame } = core.joinPieces(sampleRate, channels, kbps, frames, summaries);
  return transfer(firstFrame, [firstFrame.buffer]);
}
