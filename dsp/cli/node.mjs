// The shipped core in Node: loads dsp/pkg, reads file ranges and writes files, all synchronously.
import {
  closeSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';

const PKG = new URL('../pkg/', import.meta.url);

/**
 * Instantiates a core of its own; `memory` tells its size.
 * @returns {Promise<typeof import('../pkg/dsp.js') & { wasmBytes(): number }>}
 */
export async function loadCore() {
  const core = await import(new URL('dsp.js', PKG).href);
  const exports = core.initSync({ module: readFileSync(new URL('dsp_bg.wasm', PKG)) });
  const { BUILD } = await import(new URL('build.js', PKG).href);
  if (core.buildDigest() !== BUILD) {
    const error = new Error(`audio core of build ${core.buildDigest()} where ${BUILD} was expected`);
    error.name = 'core_mismatch';
    throw error;
  }
  return { ...core, wasmBytes: () => exports.memory.buffer.byteLength };
}

/**
 * Ranges of a file. Throws as `node:fs` does when it cannot be opened.
 * @param {string} path
 */
export function fileSource(path) {
  const handle = openSync(path, 'r');
  return {
    size: fstatSync(handle).size,
    /** @param {number} offset @param {number} length */
    readAt(offset, length) {
      const bytes = new Uint8Array(length);
      return bytes.subarray(0, readSync(handle, bytes, 0, length, offset));
    },
    close: () => closeSync(handle),
  };
}

/**
 * Writes next to `path` and renames at `commit`, so that a failed run leaves no half file.
 * @param {string} path
 */
export function fileSink(path) {
  const part = `${path}.part`;
  const handle = openSync(part, 'w');
  let position = 0;
  return {
    /** @param {Uint8Array} bytes */
    write(bytes) {
      writeSync(handle, bytes, 0, bytes.length, position);
      position += bytes.length;
    },
    /** @param {number} offset @param {Uint8Array} bytes */
    patch(offset, bytes) {
      writeSync(handle, bytes, 0, bytes.length, offset);
    },
    commit() {
      closeSync(handle);
      renameSync(part, path);
      return position;
    },
    discard() {
      closeSync(handle);
      rmSync(part, { force: true });
    },
  };
}
