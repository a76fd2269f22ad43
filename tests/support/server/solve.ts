// Solves proof-of-work challenges without sending them.
import type { PowChallenge } from '../../../api/contract/uploads.ts';
import { loadCore } from '../../../dsp/cli/node.mjs';

/** The capToken for a challenge. */
export async function solve({ challenge, puzzles, bits }: PowChallenge): Promise<string> {
  const core = await loadCore();
  const solver = new core.PowSolver(challenge, puzzles, bits, new Uint32Array());
  while (!solver.step(1 << 16));
  const nonces = solver.nonces();
  solver.free();
  const packed = Buffer.alloc(nonces.length * 4);
  for (const [index, nonce] of nonces.entries()) packed.writeUInt32BE(nonce, index * 4);
  return `${challenge}.${packed.toString('base64url')}`;
}
