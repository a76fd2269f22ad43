// The shipped module, loaded as Node loads it.
import { existsSync, readFileSync } from 'node:fs';

const PKG = new URL('../../dsp/pkg/', import.meta.url);

/** @returns {Promise<typeof import('../../dsp/pkg/dsp.js')>} */
export async function loadCore() {
  if (!existsSync(new URL('dsp.js', PKG))) throw new Error('dsp/pkg is missing: npm run build:dsp');
  const core = await import(new URL('dsp.js', PKG).href);
  core.initSync({ module: readFileSync(new URL('dsp_bg.wasm', PKG)) });
  return core;
}

/** A new instance of the audio-thread module. */
export function loadWorklet() {
  const module = new WebAssembly.Module(readFileSync(new URL('worklet.wasm', PKG)));
  return new WebAssembly.Instance(module, {}).exports;
}
