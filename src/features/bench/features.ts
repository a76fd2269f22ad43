// Detects WebAssembly features with the smallest modules that need them.

/** A function that returns a v128; invalid without SIMD. */
const SIMD = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98,
  11,
];
/** `i32x4.relaxed_trunc_f32x4_s`. */
const RELAXED = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 15, 1, 13, 0, 65, 1, 253, 15, 65, 2,
  253, 15, 253, 128, 2, 11,
];

export interface EngineFeatures {
  /** Required by the engine. */
  simd: boolean;
  relaxedSimd: boolean;
  /** Whether this page may use shared memory; the engine does not need it. */
  sharedMemory: boolean;
  isolated: boolean;
}

const validates = (bytes: readonly number[]) => WebAssembly.validate(Uint8Array.from(bytes));

export const engineFeatures = (): EngineFeatures => ({
  simd: validates(SIMD),
  relaxedSimd: validates(RELAXED),
  sharedMemory: typeof SharedArrayBuffer === 'function',
  isolated: globalThis.crossOriginIsolated === true,
});

/** Smallest observed step of this browser's clock, milliseconds. */
export function clockStep(): number {
  let least = Number.POSITIVE_INFINITY;
  const until = performance.now() + 20;
  for (let before = performance.now(), now = before; now < until; before = now) {
    now = performance.now();
    if (now > before) least = Math.min(least, now - before);
  }
  return Number.isFinite(least) ? Math.round(least * 1000) / 1000 : 0;
}
