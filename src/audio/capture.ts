// The microphone, recorded with MediaRecorder. Emits chunks as they arrive and never derives time from them: browsers
// send empty, late and giant ones. Times are seconds.
import { createScope } from '../lib/scope.ts';
import { browserEnvironment, type CaptureEnvironment } from './captureEnvironment.ts';
import {
  type CaptureOptions,
  type CaptureState,
  close,
  comeBack,
  type Interruption,
  interrupt,
  isLive,
  move,
  start,
  type Take,
} from './captureTake.ts';
import { createChunkWatch } from './chunkWatch.ts';
import { createRecordingClock } from './recordingClock.ts';

export type { CaptureOptions, CaptureState, Interruption };

export interface Capture {
  readonly state: CaptureState;
  /** Type of the recorded bytes; known once recording. */
  readonly mimeType: string;
  /** The open microphone, for the level meter; null before permission and after the end. */
  readonly stream: MediaStream | null;
  /** The preferred microphone is not there: another one is open. */
  readonly isOtherMicrophone: boolean;
  /** Recorded seconds without pauses, from the start of the recorder, not from the tap. */
  elapsedSeconds(): number;
  /** Requests the microphone and starts. Only from `idle`, else a no-op. Rejects with `CaptureError`. */
  start(): Promise<void>;
  /** Only while recording, else a no-op. Throws `CaptureError`. */
  pause(): void;
  /** From paused, or from an interruption that can continue, else a no-op. Throws `CaptureError`. */
  resume(): void;
  /** Resolves after delivery of the last chunk; the microphone is closed then. No-op unless running. */
  stop(): Promise<void>;
  /** Stops without waiting; later chunks are dropped. */
  cancel(): void;
  /** Call when the caller detects that the system suspends all sound of the page (true), or has resumed it. */
  hold(isHeld: boolean): void;
}

export function createCapture(
  options: CaptureOptions,
  environment: CaptureEnvironment = browserEnvironment(),
): Capture {
  const clock = createRecordingClock(environment.now);
  const take: Take = {
    options,
    environment,
    scope: createScope(),
    clock,
    chunks: createChunkWatch(environment.now),
    state: { phase: 'idle' },
    recorder: null,
    stream: null,
    delivers: true,
    isEnding: false,
  };
  return {
    get state() {
      return take.state;
    },
    get mimeType() {
      return take.recorder?.mimeType ?? '';
    },
    get stream() {
      return take.scope.closed ? null : take.stream;
    },
    get isOtherMicrophone() {
      const id = take.stream?.getAudioTracks()[0]?.getSettings?.().deviceId;
      return Boolean(options.microphone && id) && id !== options.microphone;
    },
    elapsedSeconds: clock.seconds,
    start: () => start(take),

    pause() {
      if (take.state.phase !== 'recording' || !take.recorder) return;
      take.recorder.pause();
      clock.pause();
      move(take, { phase: 'paused' });
    },

    resume() {
      const { state, recorder } = take;
      const may = state.phase === 'paused' || (state.phase === 'interrupted' && state.canContinue);
      if (!may || !recorder) return;
      recorder.resume();
      clock.run();
      move(take, { phase: 'recording' });
    },

    async stop() {
      if (!isLive(take) || !take.recorder) return;
      take.isEnding = true;
      clock.pause();
      await take.recorder.end().finally(() => close(take));
    },

    cancel() {
      if (take.state.phase === 'idle' || take.state.phase === 'stopped') return;
      take.isEnding = true;
      clock.pause();
      take.delivers = false;
      try {
        take.recorder?.drop();
      } finally {
        close(take);
      }
    },

    hold(isHeld) {
      if (isHeld) interrupt(take, 'muted');
      else comeBack(take);
    },
  };
}
