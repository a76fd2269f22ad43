// The gain of simd128: the same encoder from the same sources, built with it, as it ships, and without. The second build
// exists for this row only.
import { readFileSync } from 'node:fs';
import { buildEncoder } from './encoderAlone.mjs';
import { voice } from './voice.mjs';

const SAMPLE_RATE = 44_100;
const KBPS = 128;
const BLOCK = 16_384;
const PAGE = 65_536;

/** A function that encodes `pcm` and answers a copy of the stream. */
function encoderOf(bytes, pcm) {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes));
  // Pages of our own: the module's allocator takes none that it did not ask for.
  const place = exports.memory.grow(Math.ceil((BLOCK * 4) / PAGE)) * PAGE;
  return () => {
    const encoder = exports.create(SAMPLE_RATE, 1, KBPS);
    let length = 0;
    for (let from = 0; from < pcm.length; from += BLOCK) {
      const block = pcm.subarray(from, from + BLOCK);
      new Float32Array(exports.memory.buffer, place, block.length).set(block);
      length = exports.encode(encoder, place, place, block.length, false);
    }
    const start = exports.finish(encoder);
    return new Uint8Array(exports.memory.buffer, start, length).slice();
  };
}

/** @param {{ quick: boolean }} options */
export function rows({ quick }) {
  const name = 'MP3 encoder with SIMD and without';
  if (quick) return [{ name, notRun: 'both modules are built in a full run' }];
  const seconds = 60;
  const pcm = voice({ seconds, sampleRate: SAMPLE_RATE });
  let encoders;
  const timed = (which) => () => {
    encoders[which]();
    return seconds;
  };
  return [
    {
      name,
      unit: 's of audio',
      async check() {
        encoders = [];
        for (const simd of [true, false])
          encoders.push(encoderOf(readFileSync(await buildEncoder({ simd })), pcm));
        const [withSimd, without] = encoders.map((encode) => encode());
        if (withSimd.length < 1000) throw new Error(`${withSimd.length} bytes`);
        if (!Buffer.from(withSimd).equals(Buffer.from(without))) throw new Error('the two streams differ');
      },
      ours: { name: 'with SIMD', run: timed(0) },
      peers: [{ name: 'without SIMD', run: timed(1), done: 1 }],
    },
  ];
}
