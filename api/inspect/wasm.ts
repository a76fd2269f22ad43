// Loads the engine. Nothing else of the server imports dsp/pkg. The path is the same from api/inspect and from dist/api.
import { closeSync, fstatSync, openSync, readFileSync, readSync, rmSync, writeSync } from 'node:fs';
// Compiled into the server, to detect a module of another build.
import { BUILD } from '../../dsp/pkg/build.js';
import type { ByteSink, ByteSource } from '../../dsp/pkg/dsp.js';

export type {
  Analysis,
  Codec,
  Container,
  EngineErrorCode,
  Inspection,
  RemuxReport,
} from '../../dsp/pkg/dsp.js';

const PKG = new URL('../../dsp/pkg/', import.meta.url);

/** The engine's operations. */
export type Core = Omit<typeof import('../../dsp/pkg/dsp.js'), 'initSync' | 'default'>;

type Glue = Core & { initSync(input: { module: Uint8Array | CompiledCore }): unknown };

/** The core's compiled code; opaque, passed between threads. */
export type CompiledCore = object;

// Node's types do not declare WebAssembly.
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<CompiledCore> };

/** Compiles the core once for all threads. */
export const compileCore = () => WebAssembly.compile(readFileSync(new URL('dsp_bg.wasm', PKG)));

/**
 * Returns the same instance for each call in a thread. `module` saves compiling.
 * Throws an error named `core_mismatch` when the module and the server are of different builds.
 */
export async function loadCore(module?: CompiledCore): Promise<Core> {
  const glue = (await import(/* @vite-ignore */ new URL('dsp.js', PKG).href)) as Glue;
  glue.initSync({ module: module ?? readFileSync(new URL('dsp_bg.wasm', PKG)) });
  const found = glue.buildDigest();
  if (found === BUILD) return glue;
  const error = new Error(
    `The server was built with the audio engine ${BUILD}, here is ${found}. Build it again: npm run build.`,
  );
  error.name = 'core_mismatch';
  throw error;
}

/** Runs `work` on an open file. Reads block: for worker threads only. */
export function withFile<T>(path: string, work: (source: ByteSource) => T): T {
  const handle = openSync(path, 'r');
  try {
    return work({
      size: fstatSync(handle).size,
      readAt: (offset, length) => {
        const bytes = new Uint8Array(length);
        return bytes.subarray(0, readSync(handle, bytes, 0, length, offset));
      },
    });
  } finally {
    closeSync(handle);
  }
}

/** Runs `work` on a new file, which stays only if that succeeds. Writes block: for worker threads only. */
export function writeWhole<T>(path: string, work: (sink: ByteSink) => T): T {
  const file = openSync(path, 'wx', 0o600);
  try {
    return work({
      write: (bytes) => void writeSync(file, bytes),
      patch: (offset, bytes) => void writeSync(file, bytes, 0, bytes.length, offset),
    });
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}
