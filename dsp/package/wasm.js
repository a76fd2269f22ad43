/** Where bundlers and browsers find the engine. */
export const wasm = () => new URL('./engine.wasm', import.meta.url);
