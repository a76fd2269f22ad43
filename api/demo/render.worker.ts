// Worker thread: renders one demo track, encodes it into a new file and ends.
import { closeSync, openSync, writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { MP3_KBPS } from '../contract/limits.ts';
import { loadCore } from '../inspect/wasm.ts';
import { SAMPLE_RATE } from './synth/clock.ts';
import { render } from './synth/piece.ts';
import { DEMO_TRACKS } from './tracks.ts';

export interface RenderRequest {
  id: string;
  /** Must not exist yet. */
  path: string;
}

/** Size of the file. */
export interface RenderReply {
  bytes: number;
}

async function make({ id, path }: RenderRequest): Promise<RenderReply> {
  const track = DEMO_TRACKS.find((one) => one.id === id);
  if (!track) throw new Error(`no demo track ${id}`);
  const core = await loadCore();
  const encoder = new core.Mp3Encoder(SAMPLE_RATE, track.piece.channels, MP3_KBPS);
  const handle = openSync(path, 'wx', 0o600);
  try {
    let size = 0;
    for (const block of render(track.piece)) size += writeSync(handle, encoder.encode(block));
    const { bytes, firstFrame } = encoder.finish();
    size += writeSync(handle, bytes);
    // The Info tag needs the length, which is known only at the end.
    writeSync(handle, firstFrame, 0, firstFrame.length, 0);
    return { bytes: size };
  } finally {
    closeSync(handle);
  }
}

parentPort?.postMessage(await make(workerData as RenderRequest));
