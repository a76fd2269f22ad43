// Audio render thread: feeds each quantum to the wasm meter and posts level and spectrum at drawing
// rate in recycled buffers. Allocates per report (three views), never per quantum; never throws.
import {
  REPORT_BUFFERS,
  REPORT_HEAD,
  REPORTS_PER_SECOND,
  reportBytes,
  SPECTRUM_PROCESSOR,
  type SpectrumOptions,
  STOP,
  WORKLET_INTERFACE,
} from '../protocol.ts';

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
const METER_FRAMES = 128;

/**
 * Opens a meter with this number of bins. Throws where the module has another interface or lacks this transform size.
 */
function openMeter(module: WebAssembly.Module, fftSize: number): { meter: Meter; bins: number } {
  const meter = new WebAssembly.Instance(module, {}).exports as Meter;
  const bins = meter.interface_version() === WORKLET_INTERFACE ? meter.init(fftSize) : 0;
  if (bins === 0) throw new RangeError('worklet module refuses this interface or transform size');
  return { meter, bins };
}

class SpectrumProcessor extends AudioWorkletProcessor {
  private readonly meter: Meter;
  /** The meter's input, channel after channel. */
  private readonly input: Float32Array;
  private readonly spectrum: Uint8Array;
  private readonly maxChannels: number;
  private readonly idle: ArrayBuffer[] = [];
  private readonly transfer: ArrayBuffer[] = [];
  private readonly reportFrames = Math.round(sampleRate / REPORTS_PER_SECOND);
  private framesToReport = 0;
  /** Frame at which the next quantum should start; −1 before the first. */
  private expectedFrame = -1;
  private droppedQuanta = 0;
  private skippedReports = 0;
  private running = true;

  constructor(options: { processorOptions: unknown }) {
    super();
    const { module, fftSize } = options.processorOptions as SpectrumOptions;
    // The node reports an error here as `processorerror`; nothing runs yet.
    const { meter, bins } = openMeter(module, fftSize);
    this.meter = meter;
    this.maxChannels = meter.max_channels();
    this.input = new Float32Array(meter.memory.buffer, meter.input(), METER_FRAMES * this.maxChannels);
    this.spectrum = new Uint8Array(meter.memory.buffer, meter.spectrum(), bins);
    for (let i = 0; i < REPORT_BUFFERS; i++) this.idle.push(new ArrayBuffer(reportBytes(fftSize)));
    this.port.onmessage = ({ data }) => {
      if (data === STOP) this.running = false;
      else if (data instanceof ArrayBuffer && data.byteLength === reportBytes(fftSize)) this.idle.push(data);
    };
  }

  process(inputs: readonly (readonly Float32Array[])[]): boolean {
    const channels = inputs[0];
    // An unconnected or ended source has no channels: silence, so that the picture falls to rest.
    const frames = channels?.[0]?.length || METER_FRAMES;
    for (let from = 0; from < frames; from += METER_FRAMES) {
      this.feed(channels, from, Math.min(METER_FRAMES, frames - from));
    }
    if (this.expectedFrame >= 0 && currentFrame > this.expectedFrame) {
      this.droppedQuanta += Math.round((currentFrame - this.expectedFrame) / frames);
    }
    this.expectedFrame = currentFrame + frames;
    this.framesToReport -= frames;
    if (this.framesToReport <= 0) {
      this.framesToReport += this.reportFrames;
      this.report();
    }
    return this.running;
  }

  private feed(channels: readonly Float32Array[] | undefined, from: number, frames: number): void {
    const count = Math.min(channels?.length ?? 0, this.maxChannels);
    for (let channel = 0; channel < count; channel++) {
      const samples = channels?.[channel];
      const to = channel * METER_FRAMES;
      for (let i = 0; i < frames; i++) this.input[to + i] = samples?.[from + i] ?? 0;
    }
    if (count === 0) this.input.fill(0, 0, METER_FRAMES);
    this.meter.push(frames, Math.max(1, count));
  }

  private report(): void {
    this.meter.update();
    const buffer = this.idle.pop();
    if (buffer === undefined) {
      this.skippedReports += 1;
      return;
    }
    const levels = new Float32Array(buffer, 0, REPORT_HEAD.length);
    const counts = new Uint32Array(buffer, 0, REPORT_HEAD.length);
    levels[REPORT_HEAD.rms] = this.meter.rms();
    levels[REPORT_HEAD.peak] = this.meter.peak();
    counts[REPORT_HEAD.droppedQuanta] = this.droppedQuanta;
    counts[REPORT_HEAD.skippedReports] = this.skippedReports;
    new Uint8Array(buffer, REPORT_HEAD.length * 4).set(this.spectrum);
    this.transfer[0] = buffer;
    this.port.postMessage(buffer, this.transfer);
  }
}

registerProcessor(SPECTRUM_PROCESSOR, SpectrumProcessor);
