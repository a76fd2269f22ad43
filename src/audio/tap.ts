// Measures the playing element outside its path: `captureStream()` into a separate audio graph, measured on the audio
// thread. A failure here does not affect playback.
import { createLevels } from './levels.ts';

export interface Tap {
  /** Bytes that `read` fills: −100 … −30 dB re full scale as 0 … 255, from 0 Hz to half the sample rate. */
  readonly binCount: number;
  /** Hz. */
  readonly sampleRate: number;
  /** Fills `bins` with the latest spectrum and answers the latest RMS, full scale is 1. Allocates nothing. */
  read(bins: Uint8Array): { readonly rms: number };
  /** Ends the measurement and suspends the audio thread. */
  close(): void;
}

/** Gives 512 bins. */
const FFT_SIZE = 1024;

type Capturable = HTMLMediaElement & { captureStream?: () => MediaStream };

/** One graph for all taps of the page; suspended while none is open. */
let graph: AudioContext | null = null;
let open = 0;

function wake(): AudioContext {
  graph ??= new AudioContext({ latencyHint: 'playback' });
  open++;
  // Not awaited: without a user gesture it stays pending; the tap then reads silence until the graph runs.
  void graph.resume();
  return graph;
}

function release(context: AudioContext): void {
  open--;
  if (open === 0) void context.suspend();
}

/**
 * Opens a tap on the element's current source; open a new one after every change of source. Null where the browser
 * cannot capture an element without diverting its sound, or cannot measure.
 */
export async function openTap(element: HTMLMediaElement): Promise<Tap | null> {
  const capturable = element as Capturable;
  if (typeof capturable.captureStream !== 'function' || typeof AudioContext !== 'function') return null;
  const stream = capturable.captureStream();
  if (stream.getAudioTracks().length === 0) return null;
  const context = wake();
  try {
    const source = context.createMediaStreamSource(stream);
    const levels = await createLevels(context, source, { fftSize: FFT_SIZE });
    return {
      binCount: levels.binCount,
      sampleRate: levels.sampleRate,
      read: (bins) => levels.read(bins),
      close() {
        levels.dispose();
        source.disconnect();
        release(context);
      },
    };
  } catch (error) {
    release(context);
    console.warn('the visualizer cannot listen', error);
    return null;
  }
}
