import { readFileSync } from 'node:fs';

/** Node's `fetch` reads no files. */
export const wasm = () => readFileSync(new URL('./engine.wasm', import.meta.url));
