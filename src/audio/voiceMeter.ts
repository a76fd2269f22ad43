// Peak and RMS of an open microphone, read by the recorder's ring. Computed on the audio thread, outside the
// recorder's path; an AnalyserNode replaces it where worklets are missing.
import { createScope, type Scope } from '../lib/scope.ts';
import { createLevels } from './levels.ts';

export interface VoiceMeter {
  /** Peak magnitude 0…1 and RMS in dBFS (−100 for silence) of the last moments. Allocates no lasting memory. */
  read(): { peak: number; rmsDb: number };
  /** False while the autoplay policy suspends the graph: silence then means nothing. */
  readonly hears: boolean;
  /** The system suspends all sound of the page, as during a call on an iPhone. */
  readonly isHeld: boolean;
  /** Automatic gain is on, which can raise a voice into clipping. Undefined where the browser does not say. */
  readonly hasAutomaticGain: boolean | undefined;
  /** It would take what `monitor` plays out of the recording. Undefined where the browser does not say. */
  readonly hasEchoCancellation: boolean | undefined;
  /** Plays the microphone, beside what is measured and recorded, until it is turned off or the meter is closed. */
  monitor(isOn: boolean): void;
  close(): void;
}

type Reader = Pick<VoiceMeter, 'read' | 'close'>;

/** Gives 256 bins. */
const FFT_SIZE = 512;
/** 46 ms at 44.1 kHz, for the AnalyserNode. */
const WINDOW_FRAMES = 2048;
const SILENCE_DB = -100;

const decibels = (rms: number) => (rms > 0 ? Math.max(SILENCE_DB, 20 * Math.log10(rms)) : SILENCE_DB);

/** Opens a meter; the caller owns the stream's tracks. Rejects where the browser has no audio graph. */
export async function openMeter(stream: MediaStream): Promise<VoiceMeter> {
  const scope = createScope();
  try {
    return await openOn(stream, scope);
  } catch (error) {
    scope.close();
    throw error;
  }
}

async function openOn(stream: MediaStream, scope: Scope): Promise<VoiceMeter> {
  const context = new AudioContext({ latencyHint: 'interactive' });
  scope.add(() => void context.close());
  const source = context.createMediaStreamSource(stream);
  // The autoplay policy may suspend the graph until the next touch or key.
  const wake = () => void context.resume();
  wake();
  for (const touch of ['pointerdown', 'keydown']) scope.listen(document, touch, wake);
  const heard = new GainNode(context);
  source.connect(heard);
  const reader = await openReader(context, source);
  const settings = stream.getTracks()[0]?.getSettings?.();
  const echo = settings?.echoCancellation;
  return {
    read: reader.read,
    get hears() {
      return context.state === 'running';
    },
    get isHeld() {
      // Not in every type library.
      return (context.state as string) === 'interrupted';
    },
    hasAutomaticGain: settings?.autoGainControl,
    // Newer browsers name its kind.
    hasEchoCancellation: echo === undefined ? undefined : echo !== false,
    monitor(isOn) {
      if (isOn) heard.connect(context.destination);
      else heard.disconnect();
    },
    close() {
      reader.close();
      source.disconnect();
      scope.close();
    },
  };
}

async function openReader(context: AudioContext, source: AudioNode): Promise<Reader> {
  try {
    const levels = await createLevels(context, source, { fftSize: FFT_SIZE });
    const unused = new Uint8Array(0);
    return {
      read() {
        const { peak, rms } = levels.read(unused);
        return { peak, rmsDb: decibels(rms) };
      },
      close: () => levels.dispose(),
    };
  } catch (error) {
    console.warn('no level worklet, an analyser stands in', error);
    return analyserReader(context, source);
  }
}

function analyserReader(context: AudioContext, source: AudioNode): Reader {
  const analyser = new AnalyserNode(context, { fftSize: WINDOW_FRAMES });
  source.connect(analyser);
  const samples = new Float32Array(WINDOW_FRAMES);
  return {
    read() {
      analyser.getFloatTimeDomainData(samples);
      let peak = 0;
      let sum = 0;
      for (const sample of samples) {
        peak = Math.max(peak, Math.abs(sample));
        sum += sample * sample;
      }
      return { peak, rmsDb: decibels(Math.sqrt(sum / samples.length)) };
    },
    close: () => analyser.disconnect(),
  };
}
