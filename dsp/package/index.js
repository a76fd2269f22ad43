// The package's own part: loads the engine, and the usual sources and sinks.

// The package chooses by condition: Node reads the file, a bundler needs its URL.
import { wasm } from '#wasm';
import { BUILD } from './build.js';
import init, * as engine from './engine.js';

let loading;

/** @type {import('./index.d.ts').load} */
export function load(module = wasm()) {
  loading ??= init({ module_or_path: module }).then(() => {
    if (engine.buildDigest() === BUILD) return engine;
    throw new Error('engine.js and engine.wasm are of different versions');
  });
  return loading;
}

/** @type {import('./index.d.ts').fromBytes} */
export const fromBytes = (bytes) => ({
  size: bytes.length,
  readAt: (offset, length) => bytes.subarray(offset, offset + length),
});

/** @type {import('./index.d.ts').fromBlob} */
export function fromBlob(blob) {
  const reader = new FileReaderSync();
  return {
    size: blob.size,
    readAt: (offset, length) => new Uint8Array(reader.readAsArrayBuffer(blob.slice(offset, offset + length))),
  };
}

/** @type {import('./index.d.ts').toBytes} */
export function toBytes() {
  let held = new Uint8Array(64 * 1024);
  let length = 0;
  return {
    write(bytes) {
      if (length + bytes.length > held.length) {
        const larger = new Uint8Array(Math.max(held.length * 2, length + bytes.length));
        larger.set(held);
        held = larger;
      }
      held.set(bytes, length);
      length += bytes.length;
    },
    patch: (offset, bytes) => held.set(bytes, offset),
    bytes: () => held.slice(0, length),
  };
}
