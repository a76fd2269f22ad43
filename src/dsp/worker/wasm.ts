// The only importer of the module in the browser. Loads it once per worker and refuses one of another build than
// the app: it travels as a file of its own.
import { BUILD } from '../../../dsp/pkg/build.js';
import init, * as core from '../../../dsp/pkg/dsp.js';
import wasmUrl from '../../../dsp/pkg/dsp_bg.wasm?url';

export type { ByteSink, ByteSource, PcmRange } from '../../../dsp/pkg/dsp.js';

/** Resolves to the core's exports. Every operation awaits it, so no early message is lost. */
export const wasmReady: Promise<typeof core> = init({ module_or_path: wasmUrl }).then(() => {
  const found = core.buildDigest();
  if (found === BUILD) return core;
  const error = new Error(`audio core of build ${found} where ${BUILD} was expected`);
  error.name = 'core_mismatch';
  throw error;
});
