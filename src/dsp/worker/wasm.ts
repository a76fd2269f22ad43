// The only importer of dsp/pkg in the browser. Loads the module once per worker and refuses one that
// was built from another version than this code expects.
import init, * as core from '../../../dsp/pkg/dsp.js';
import wasmUrl from '../../../dsp/pkg/dsp_bg.wasm?url';

const EXPECTED_VERSION = '0.1.0';

/** Resolves to the core's exports. Every operation awaits it, so no early message is lost. */
export const wasmReady: Promise<typeof core> = init({ module_or_path: wasmUrl }).then(() => {
  if (core.coreVersion() !== EXPECTED_VERSION) {
    throw new Error(`audio core ${core.coreVersion()} where ${EXPECTED_VERSION} was expected`);
  }
  return core;
});
