// Level and spectrum of a running audio graph, read by a canvas inside its animation frame. The audio thread computes
// the values; none of them pass through state.
import wasmUrl from '../../dsp/pkg/worklet.wasm?url';
import type { FftSize, SpectrumOptions } from './protocol.ts';
import { REPORT_HEAD, SPECTRUM_PROCESSOR, STOP } from './protocol.ts';
import processorUrl from './worklets/spectrum.worklet.ts?worker&url';

export interface Level {
  /** Root mean square of about the last 17 ms, full scale is 1. */
  rms: number;
  /** Largest absolute sample of about the last 17 ms. */
  peak: number;
}

export interface LevelHealth {
  /** Render quanta that the audio thread dropped since the start. */
  droppedQuanta: number;
  /** Reports that the audio thread could not send because this thread was late. */
  skippedReports: number;
}

export interface Levels {
  /**
   * Copies the latest byte spectrum into `target` (0 is −100 dB or less, 255 −30 dB or more, as
   * `getByteFrequencyData`) and answers the level. Copies min(target.length, binCount) bytes. The
   * object is the same at every call; nothing is allocated.
   */
  read(target: Uint8Array): Readonly<Level>;
  /** Losses so far; the same object at every call. */
  health(): Readonly<LevelHealth>;
  /** Hz of the audio graph. Bin k is centred at k · sampleRate / (2 · binCount). */
  readonly sampleRate: number;
  readonly binCount: number;
  /** Ends the processor and disconnects it; harmless when repeated. The source stays connected to everything else. */
  dispose(): void;
}

let compiled: Promise<WebAssembly.Module> | undefined;
const loaded = new WeakMap<BaseAudioContext, Promise<void>>();

/**
 * Measures `source` outside its path. Resolves when the audio thread runs the processor; rejects where the browser
 * has no AudioWorklet or the module fails to load (a later call tries again).
 */
export async function createLevels(
  context: AudioContext,
  source: AudioNode,
  { fftSize }: { fftSize: FftSize },
): Promise<Levels> {
  const [module] = await Promise.all([compileMeter(), loadProcessor(context)]);
  const processorOptions: SpectrumOptions = { module, fftSize };
  // The output stays silent; browsers render only connected nodes.
  const node = new AudioWorkletNode(context, SPECTRUM_PROCESSOR, {
    numberOfInputs: 1,
    numberOfOutputs: 1,
    outputChannelCount: [1],
    processorOptions,
  });
  const level: Level = { rms: 0, peak: 0 };
  const health: LevelHealth = { droppedQuanta: 0, skippedReports: 0 };
  const binCount = fftSize / 2;
  const spectrum = new Uint8Array(binCount);
  node.port.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => {
    const levels = new Float32Array(data, 0, REPORT_HEAD.length);
    const counts = new Uint32Array(data, 0, REPORT_HEAD.length);
    level.rms = levels[REPORT_HEAD.rms] ?? 0;
    level.peak = levels[REPORT_HEAD.peak] ?? 0;
    health.droppedQuanta = counts[REPORT_HEAD.droppedQuanta] ?? 0;
    health.skippedReports = counts[REPORT_HEAD.skippedReports] ?? 0;
    spectrum.set(new Uint8Array(data, REPORT_HEAD.length * 4, binCount));
    node.port.postMessage(data, [data]);
  };
  let disposed = false;
  source.connect(node);
  node.connect(context.destination);
  return {
    read(target) {
      for (let bin = Math.min(target.length, binCount) - 1; bin >= 0; bin--) target[bin] = spectrum[bin] ?? 0;
      return level;
    },
    health: () => health,
    sampleRate: context.sampleRate,
    binCount,
    dispose() {
      if (disposed) return;
      disposed = true;
      node.port.postMessage(STOP);
      node.port.onmessage = null;
      node.disconnect();
      try {
        source.disconnect(node);
      } catch {
        // The source's owner has already disconnected it.
      }
    },
  };
}

export function compileMeter(): Promise<WebAssembly.Module> {
  compiled ??= fetch(wasmUrl)
    .then((response) => response.arrayBuffer())
    .then((bytes) => WebAssembly.compile(bytes));
  compiled.catch(() => {
    compiled = undefined;
  });
  return compiled;
}

function loadProcessor(context: AudioContext): Promise<void> {
  let ready = loaded.get(context);
  if (!ready) {
    ready = context.audioWorklet.addModule(processorUrl);
    ready.catch(() => loaded.delete(context));
    loaded.set(context, ready);
  }
  return ready;
}
