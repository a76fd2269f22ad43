// The engine's module, compiled once for the page: every worker takes the same one, with what was optimised in it, also
// those that start after others were terminated.
import wasmUrl from '../../dsp/pkg/dsp_bg.wasm?url';

let compiling: Promise<WebAssembly.Module | string> | undefined;

/** Its URL where it could not be fetched or compiled here: the worker tries by itself and tells why; the next asks anew. */
export function engineModule(): Promise<WebAssembly.Module | string> {
  compiling ??= WebAssembly.compileStreaming(fetch(wasmUrl)).catch(() => {
    compiling = undefined;
    return wasmUrl;
  });
  return compiling;
}
