// A sound with a spectrum: the open microphone, or a playing file, measured on the audio thread. One graph each,
// closed with the sound. For pages whose subject is the picture; tracks play without it (`playback.ts`).
import { createScope } from '../lib/scope.ts';
import { browserEnvironment, pickType } from './captureEnvironment.ts';
import { createLevels, type Level } from './levels.ts';
import { openMicrophone } from './microphone.ts';
import type { FftSize } from './protocol.ts';

export interface VisibleSound {
  readonly binCount: number;
  /** Hz. */
  readonly sampleRate: number;
  /** Fills `bins` as `Levels.read` does. */
  read(bins: Uint8Array): Readonly<Level>;
  /** Pauses and resumes; no effect on a microphone. */
  hold(held: boolean): void;
  /** Closes everything. Answers what a microphone recorded, null if nothing; harmless when repeated. */
  close(): Promise<Blob | null>;
}

/** 256 bins for a microphone, 512 for playback. */
const MICROPHONE_FFT: FftSize = 512;
const PLAYBACK_FFT: FftSize = 1024;

/** Requests the microphone. Rejects with `CaptureError`, or where the browser has no audio graph. */
export async function openVisibleVoice(): Promise<VisibleSound> {
  const scope = createScope();
  try {
    const stream = await openMicrophone(browserEnvironment(), false);
    scope.add(() => {
      for (const track of stream.getTracks()) track.stop();
    });
    const context = new AudioContext({ latencyHint: 'interactive' });
    scope.add(() => void context.close());
    void context.resume();
    const source = context.createMediaStreamSource(stream);
    const levels = await createLevels(context, source, { fftSize: MICROPHONE_FFT });
    scope.add(() => levels.dispose());
    const mimeType = pickType(MediaRecorder);
    const recorder = new MediaRecorder(stream, mimeType === null ? {} : { mimeType });
    const chunks: Blob[] = [];
    recorder.ondataavailable = ({ data }) => chunks.push(data);
    recorder.start();
    return {
      binCount: levels.binCount,
      sampleRate: levels.sampleRate,
      read: (bins) => levels.read(bins),
      hold: () => {},
      async close() {
        if (recorder.state === 'inactive') return null;
        const ended = new Promise((resolve) => recorder.addEventListener('stop', resolve, { once: true }));
        recorder.stop();
        await ended;
        scope.close();
        return new Blob(chunks, { type: recorder.mimeType });
      },
    };
  } catch (error) {
    scope.close();
    throw error;
  }
}

/** Starts to play; call from a tap or key. Rejects where the browser cannot play it or has no audio graph. */
export async function playVisibly(file: Blob, onEnded: () => void): Promise<VisibleSound> {
  const scope = createScope();
  try {
    const url = URL.createObjectURL(file);
    scope.add(() => URL.revokeObjectURL(url));
    const element = new Audio(url);
    scope.add(() => {
      element.pause();
      element.removeAttribute('src');
      element.load();
    });
    const context = new AudioContext({ latencyHint: 'playback' });
    scope.add(() => void context.close());
    void context.resume();
    const source = context.createMediaElementSource(element);
    source.connect(context.destination);
    const [levels] = await Promise.all([
      createLevels(context, source, { fftSize: PLAYBACK_FFT }),
      element.play(),
    ]);
    scope.add(() => levels.dispose());
    scope.listen(element, 'ended', onEnded);
    return {
      binCount: levels.binCount,
      sampleRate: levels.sampleRate,
      read: (bins) => levels.read(bins),
      hold(held) {
        if (held) element.pause();
        else void element.play();
      },
      async close() {
        scope.close();
        return null;
      },
    };
  } catch (error) {
    scope.close();
    throw error;
  }
}
