// What a visitor downloads: modules as built, compressed as the server sends them.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { run } from '../../dsp/toolchain/run.mjs';
import { buildEncoder } from './encoderAlone.mjs';

const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const KILOBYTE = 1000;

const brotli = (bytes) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length / KILOBYTE;

/** `bench/encoder-alone`, built and optimised as the worker is. */
async function encoderAlone() {
  const built = await buildEncoder({ simd: true });
  const small = at('bench/.cache/encoder-alone.wasm');
  const features = ['simd', 'bulk-memory', 'sign-ext', 'mutable-globals', 'nontrapping-float-to-int'];
  const flags = ['-O2', '--strip-debug', '--strip-producers', ...features.map((name) => `--enable-${name}`)];
  await run(process.execPath, [at('node_modules/binaryen/bin/wasm-opt'), built, '-o', small, ...flags]);
  return readFileSync(small);
}

/** @param {{ quick: boolean }} options */
export function rows({ quick }) {
  const shipped = (name) => readFileSync(at(`dsp/pkg/${name}`));
  const encoder = async () => {
    const what = 'MP3 encoder alone, brotli';
    if (quick) return { what, notRun: 'it is built in a full run' };
    return { what, value: brotli(await encoderAlone()), unit: 'kB', atMost: 60 };
  };
  return [
    {
      name: 'size of the modules',
      bars: async () => [
        { what: 'worker module, brotli', value: brotli(shipped('first_bg.wasm')), unit: 'kB', atMost: 450 },
        {
          what: 'larger worker module, brotli',
          value: brotli(shipped('dsp_bg.wasm')),
          unit: 'kB',
          atMost: 500,
        },
        await encoder(),
        {
          what: 'worklet module',
          value: shipped('worklet.wasm').length / KILOBYTE,
          unit: 'kB',
          atMost: 12,
        },
      ],
    },
  ];
}
