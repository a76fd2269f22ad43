// The only importer of the engine's bindings in the browser. Starts the engine once per worker and refuses a module of
// another build than the app: the two are separate files.
import { BUILD } from '../../../dsp/pkg/build.js';
import init, * as core from '../../../dsp/pkg/dsp.js';

export type { ByteSink, ByteSource, PcmRange } from '../../../dsp/pkg/dsp.js';

let give: (module: WebAssembly.Module | string) => void;
const given = new Promise<WebAssembly.Module | string>((resolve) => {
  give = resolve;
});

/** Takes the module that the page compiled, or its URL. */
export async function start(module: WebAssembly.Module | string): Promise<void> {
  give(module);
}

let memory: WebAssembly.Memory | undefined;

/** Bytes of the engine's memory in this worker; it never shrinks, so this is its peak. */
export async function engineMemory(): Promise<number> {
  await wasmReady;
  return memory?.buffer.byteLength ?? 0;
}

/** Resolves to the engine's exports. Every operation awaits it, so no early message is lost. */
export const wasmReady: Promise<typeof core> = given.then(async (module) => {
  ({ memory } = await init({ module_or_path: module }));
  const found = core.buildDigest();
  if (found === BUILD) return core;
  const error = new Error(`audio core of build ${found} where ${BUILD} was expected`);
  error.name = 'core_mismatch';
  throw error;
});
