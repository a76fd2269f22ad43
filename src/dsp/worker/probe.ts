import type { Probe } from '../protocol.ts';
import { wasmReady } from './wasm.ts';

const RATE = 48_000;
const KBPS = 128;
/** One call of the encoder: a tenth of a second of sound, a quarter of a millisecond on a laptop. */
const BLOCK = 4_800;
/** In the first calls the browser's compilers take longer than the work itself. */
const WARM_UP_MS = 50;

/** Encodes noise for `budgetMs`; how many seconds of it a second takes. */
export async function probe(budgetMs: number): Promise<Probe> {
  const core = await wasmReady;
  const encoder = new core.Mp3Encoder(RATE, 1, KBPS);
  try {
    let state = 1;
    const block = Float32Array.from({ length: BLOCK }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return (state / 2 ** 31 - 1) * 0.2;
    });
    const started = performance.now();
    while (performance.now() - started < WARM_UP_MS) encoder.encode([block]);
    const begun = performance.now();
    let blocks = 0;
    let now = begun;
    while (now - started < budgetMs || blocks === 0) {
      encoder.encode([block]);
      blocks += 1;
      now = performance.now();
    }
    return { speed: (blocks * BLOCK) / RATE / ((now - begun) / 1000) };
  } finally {
    encoder.free();
  }
}
