// Proof of work on one thread. The puzzles differ (ours: 36 bytes with a binary nonce; Cap: text with a
// decimal one), the unit is the same: one SHA-256 of a short message, compared with a target.
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { createSHA256 } from 'hash-wasm';
import { loadCore } from '../../dsp/cli/node.mjs';

const MEGA = 1e6;
const require = createRequire(import.meta.url);

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

function u32(value) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

export async function rows({ quick }) {
  const core = await loadCore();
  const cap = require('@cap.js/wasm');
  const hasher = await createSHA256();
  const hashes = quick ? 1 << 20 : 1 << 21;
  let runs = 0;

  /** Our kernel on puzzles it cannot finish within the piece of work. */
  function solveOurs() {
    const solver = new core.PowSolver(`bench.${runs++}`, 64, 24, []);
    solver.step(hashes);
    const done = solver.hashes();
    solver.free();
    return done / MEGA;
  }

  /** Cap's own entry point; it counts nonces from 0, so a solution tells how many hashes it took. */
  function solveCap() {
    let done = 0;
    for (let salt = 0; done < hashes / 8; salt++) {
      done += Number(cap.solve_pow(`bench${runs++}-${salt}`.padEnd(32, '0'), '0000')) + 1;
    }
    return done / MEGA;
  }

  function loop() {
    const message = Buffer.alloc(36, 7);
    const count = hashes / 16;
    let found = 0;
    for (let nonce = 0; nonce < count; nonce++) {
      message.writeUInt32BE(nonce, 32);
      hasher.init();
      hasher.update(message);
      const digest = hasher.digest('binary');
      if (digest[0] === 0 && digest[1] === 0 && digest[2] === 0) found += 1;
    }
    return found >= 0 ? count / MEGA : 0;
  }

  return [
    {
      name: 'proof of work, one thread',
      unit: 'MH',
      check() {
        const solver = new core.PowSolver('payload.mac', 8, 15, []);
        if (!solver.step(0xffffffff)) throw new Error('not solved');
        [...solver.nonces()].forEach((nonce, puzzle) => {
          const seed = sha256('payload.mac', u32(puzzle));
          if (sha256(seed, u32(nonce)).readUInt32BE() >>> 17 !== 0)
            throw new Error(`puzzle ${puzzle} is not solved`);
        });
        solver.free();
        const nonce = cap.solve_pow('salt', '000');
        if (!sha256('salt', String(nonce)).toString('hex').startsWith('000'))
          throw new Error('Cap is not solved');
        hasher.init();
        if (hasher.update('salt').digest() !== sha256('salt').toString('hex'))
          throw new Error('hash-wasm differs');
      },
      ours: { name: 'dsp', run: solveOurs },
      peers: [
        { name: '@cap.js/wasm', run: solveCap, done: 3, goal: 4 },
        { name: 'hash-wasm in a loop', run: loop, done: 6 },
      ],
    },
  ];
}
