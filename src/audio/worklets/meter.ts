// The wasm meter of the audio render thread: what `dsp/worklet` exports, and how it is opened.
import { WORKLET_INTERFACE } from '../protocol.ts';

/** Exports of `dsp/worklet`; addresses are byte offsets into `memory`, whose size is fixed. */
export interface Meter {
  memory: { readonly buffer: ArrayBuffer };
  interface_version(): number;
  init(fftSize: number): number;
  input(): number;
  max_channels(): number;
  push(frames: number, channels: number): void;
  update(): void;
  spectrum(): number;
  rms(): number;
  peak(): number;
}

/** Frames per channel of the meter's input. */
export const METER_FRAMES = 128;

/** A meter with so many bins. Throws where the module has another interface or not this transform size. */
export function openMeter(module: WebAssembly.Module, fftSize: number): { meter: Meter; bins: number } {
  const meter = new WebAssembly.Instance(module, {}).exports as Meter;
  const bins = meter.interface_version() === WORKLET_INTERFACE ? meter.init(fftSize) : 0;
  if (bins === 0) throw new RangeError('worklet module refuses this interface or transform size');
  return { meter, bins };
}
