import type { ByteSink, ByteSource } from './engine.js';

export type * from './engine.js';

/** Loads the engine once. `module`: the compiled `engine.wasm` or where it is; found by itself without. */
export function load(
  module?: WebAssembly.Module | BufferSource | URL | string,
): Promise<typeof import('./engine.js')>;

/** A source in memory. */
export function fromBytes(bytes: Uint8Array): ByteSource;

/** A source that reads a Blob or File piece by piece. Only in a worker. */
export function fromBlob(blob: Blob): ByteSource;

/** A sink in memory; `bytes` gives what was written. */
export function toBytes(): ByteSink & { bytes(): Uint8Array<ArrayBuffer> };
