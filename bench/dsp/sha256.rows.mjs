// Hashing a chosen file before it is sent: a stream of 1 MiB pieces, as the worker reads a Blob.
import { createHash } from 'node:crypto';
import { createSHA256 } from 'hash-wasm';
import { loadCore } from '../../dsp/cli/node.mjs';

const PIECE = 1 << 20;
const MEGABYTE = 1e6;

export async function rows() {
  const core = await loadCore();
  const peer = await createSHA256();
  const file = new Uint8Array(50 * MEGABYTE);
  let state = 1;
  for (let i = 0; i < file.length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    file[i] = state >>> 24;
  }
  const source = { size: file.length, readAt: (offset, length) => file.subarray(offset, offset + length) };
  const megabytes = file.length / MEGABYTE;
  const timed = (digest) => () => {
    digest();
    return megabytes;
  };
  const ours = () => core.sha256(source);
  const theirs = () => {
    peer.init();
    for (let at = 0; at < file.length; at += PIECE) peer.update(file.subarray(at, at + PIECE));
    return peer.digest('hex');
  };
  return [
    {
      name: 'SHA-256 of 50 MB',
      unit: 'MB',
      check() {
        const expected = createHash('sha256').update(file).digest('hex');
        for (const digest of [ours(), theirs()]) {
          if (digest !== expected) throw new Error(`${digest} is not ${expected}`);
        }
      },
      ours: { name: 'dsp', run: timed(ours) },
      peers: [{ name: 'hash-wasm', run: timed(theirs), done: 1, goal: 1.3 }],
    },
  ];
}
