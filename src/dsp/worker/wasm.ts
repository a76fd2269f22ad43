// The only importer of the module's bindings in the browser. Starts it once per worker and refuses one of another build
// than the app: it travels as a file of its own.
import { BUILD } from '../../../dsp/pkg/build.js';
import init, * as core from '../../../dsp/pkg/dsp.js';

export type { ByteSink, ByteSource, PcmRange } from '../../../dsp/pkg/dsp.js';

let give: (module: WebAssembly.Module | string) => void;
const given = new Promise<WebAssembly.Module | string>((resolve) => {
  give = resolve;
});

/** What the page compiled, or where it lies. */
export async function start(module: WebAssembly.Module | string): Promise<void> {
  give(module);
}

let memory: WebAssembly.Memory | undefined;

/** Bytes the module's memory has grown to in this worker: it never shrinks, so this is its height. */
export async function engineMemory(): Promise<number> {
  await wasmReady;
  return memory?.buffer.byteLength ?? 0;
}

/** Resolves to the core's exports. Every operation awaits it, so no early message is lost. */
export const wasmReady: Promise<typeof core> = given.then(async (module) => {
  ({ memory } = await init({ module_or_path: module }));
  const found = core.buildDigest();
  if (found === BUILD) return core;
  const error = new Error(`audio core of build ${found} where ${BUILD} was expected`);
  error.name = 'core_mismatch';
  throw error;
});
