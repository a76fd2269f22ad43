// Listens beside the playing element, never in its path: `captureStream()` into an audio graph of its own
// that is connected to nothing audible. If anything here fails, playback does not notice.

export interface Tap {
  /** Bytes a `read` fills: −100 … −30 dB re full scale as 0 … 255, from 0 Hz to half the sample rate. */
  readonly binCount: number;
  /** Hz. */
  readonly sampleRate: number;
  /** Fills `bins` and answers the RMS of what was heard since the last read, full scale is 1. */
  read(bins: Uint8Array<ArrayBuffer>): { rms: number };
  close(): void;
}

/** 512 bins (K51: "512 for playback"). */
const FFT_SIZE = 1024;

type Capturable = HTMLMediaElement & { captureStream?: () => MediaStream };

/**
 * Opens a tap on what the element plays now; open a new one after every change of source.
 * Null where the browser cannot capture an element without taking its sound away.
 */
export async function openTap(element: HTMLMediaElement): Promise<Tap | null> {
  const capturable = element as Capturable;
  if (typeof capturable.captureStream !== 'function' || typeof AudioContext !== 'function') return null;
  const stream = capturable.captureStream();
  if (stream.getAudioTracks().length === 0) return null;
  const context = new AudioContext({ latencyHint: 'playback' });
  try {
    await context.resume();
    const source = context.createMediaStreamSource(stream);
    const analyser = new AnalyserNode(context, { fftSize: FFT_SIZE });
    source.connect(analyser);
    const samples = new Float32Array(FFT_SIZE);
    return {
      binCount: analyser.frequencyBinCount,
      sampleRate: context.sampleRate,
      read(bins) {
        analyser.getByteFrequencyData(bins);
        analyser.getFloatTimeDomainData(samples);
        let sum = 0;
        for (const sample of samples) sum += sample * sample;
        return { rms: Math.sqrt(sum / samples.length) };
      },
      close: () => void context.close(),
    };
  } catch (error) {
    void context.close();
    console.warn('the visualizer cannot listen', error);
    return null;
  }
}
