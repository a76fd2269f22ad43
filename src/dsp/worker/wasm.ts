// The only importer of the engine's bindings in the browser. Starts the engine once per worker and refuses a module of
// another build than the app: they are separate files.
import { BUILD } from '../../../dsp/pkg/build.js';
import init, * as first from '../../../dsp/pkg/first.js';

export type { ByteSink, ByteSource, Mp3Runs, PcmRange, PeakPieces } from '../../../dsp/pkg/dsp.js';

export type Core = typeof first;

let give: (module: WebAssembly.Module | string) => void;
const given = new Promise<WebAssembly.Module | string>((resolve) => {
  give = resolve;
});

/** Takes the first module that the page compiled, or its URL. */
export async function start(module: WebAssembly.Module | string): Promise<void> {
  give(module);
}

const memories: WebAssembly.Memory[] = [];

/** Bytes of the engine's memory in this worker; it never shrinks, so this is its peak. */
export async function engineMemory(): Promise<number> {
  await wasmReady;
  return memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
}

/** Checks the build of bindings whose module has begun. */
function checked(core: Core, { memory }: { memory: WebAssembly.Memory }): Core {
  const found = core.buildDigest();
  if (found !== BUILD) {
    const error = new Error(`audio core of build ${found} where ${BUILD} was expected`);
    error.name = 'core_mismatch';
    throw error;
  }
  memories.push(memory);
  return core;
}

/** Resolves to the engine's exports. Every operation awaits it, so no early message is lost. */
export const wasmReady: Promise<Core> = given.then(async (module) =>
  checked(first, await init({ module_or_path: module })),
);

let loading: Promise<Core> | undefined;

/** The whole engine. The next call tries again where it could not be loaded. */
function largerEngine(): Promise<Core> {
  const load = async () => {
    const whole = await import('../../../dsp/pkg/dsp.js');
    const module = new URL('../../../dsp/pkg/dsp_bg.wasm', import.meta.url);
    return checked(whole, await whole.default({ module_or_path: module }));
  };
  loading ??= load().catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** Whether the first module lacks what an operation needs. */
export const needsLarger = (error: unknown): boolean =>
  error instanceof Error && error.name === 'needs_larger_engine';

/** Runs an operation on the first module, and again on the larger one where the first lacks what it needs. */
export async function withEngine<T>(work: (core: Core) => T | Promise<T>): Promise<T> {
  try {
    return await work(await wasmReady);
  } catch (error) {
    if (!needsLarger(error)) throw error;
    return work(await largerEngine());
  }
}
