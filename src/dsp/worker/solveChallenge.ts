import type { PowProgress } from '../protocol.ts';
import { wasmReady } from './wasm.ts';

/** Hashes between two looks at the clock: about 5 ms on a slow phone. */
const STEP_HASHES = 16_384;

/** Works at most `budgetMs`, then answers what it has; hand the nonces back to go on. */
export async function solveChallenge(
  challenge: string,
  puzzles: number,
  bits: number,
  nonces: number[],
  budgetMs: number,
): Promise<PowProgress> {
  const core = await wasmReady;
  const solver = new core.PowSolver(challenge, puzzles, bits, Uint32Array.from(nonces));
  try {
    const deadline = performance.now() + budgetMs;
    let done = false;
    while (!done && performance.now() < deadline) done = solver.step(STEP_HASHES);
    return { nonces: Array.from(solver.nonces()), done, hashes: solver.hashes() };
  } finally {
    solver.free();
  }
}
