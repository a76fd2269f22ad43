// The microphone: MediaRecorder makes the take's bytes, one Scope owns tracks, listeners and the wake lock.
// Emits chunks as they come and never counts them for time: browsers send empty, late and giant ones
// (reliability.md finding 3). Times are seconds.
import { createScope } from '../lib/scope.ts';
import { browserEnvironment, type CaptureEnvironment, captureObstacle } from './captureEnvironment.ts';
import { CaptureError } from './captureErrors.ts';
import { openMicrophone } from './microphone.ts';
import {
  createMicrophoneRecorder,
  type MicrophoneRecorder,
  type RecorderEvents,
} from './microphoneRecorder.ts';
import { createRecordingClock } from './recordingClock.ts';
import { keepAwake } from './wakeLock.ts';

export type CaptureState =
  | { phase: 'idle' }
  | { phase: 'requesting' }
  | { phase: 'recording' }
  | { phase: 'paused' }
  /**
   * The system took the microphone. `canContinue` when the same track may come back (mute), not when it ended: then
   * the microphone is closed. `returned` once a muted one gives sound again.
   */
  | { phase: 'interrupted'; cause: 'muted' | 'ended' | 'error'; canContinue: boolean; returned?: true }
  | { phase: 'stopped' };

export interface CaptureOptions {
  /** "Natural sound": the browser's echo cancellation, noise suppression and gain control off. */
  natural: boolean;
  /** Awaited between the permission and the first sample; a cancel meanwhile closes the microphone. */
  beforeRecording?: () => Promise<void>;
  /** Called in order, also for empty chunks and for those that arrive after `stop` was called. */
  onChunk: (chunk: Blob) => void;
  onState: (state: CaptureState) => void;
  /** The page is back and the recorder had stood still meanwhile, as a locked phone makes it. */
  onStall?: () => void;
}

export interface Capture {
  readonly state: CaptureState;
  /** What the recorder writes; known once recording. */
  readonly mimeType: string;
  /** The open microphone, for the level meter; null before permission and after the end. */
  readonly stream: MediaStream | null;
  /** Recorded seconds without pauses; runs from the recorder's own start, not from the tap. */
  elapsedSeconds(): number;
  /** Asks for the microphone and starts. Only from `idle`, else a no-op. Rejects with `CaptureError`. */
  start(): Promise<void>;
  /** Only while recording, else a no-op. Throws `CaptureError`. */
  pause(): void;
  /** From paused, or from an interruption that can continue, else a no-op. Throws `CaptureError`. */
  resume(): void;
  /** Resolves after the last chunk was handed over; the microphone is closed then. No-op unless running. */
  stop(): Promise<void>;
  /** Stops without waiting; chunks that still come are dropped. */
  cancel(): void;
}

/** Without a chunk for this long a recorder that delivers steadily stands still. */
const STALL_MS = 3000;
/** Chunks after which a recorder is known to deliver steadily; some give everything at the end. */
const STEADY_CHUNKS = 10;

export function createCapture(
  options: CaptureOptions,
  environment: CaptureEnvironment = browserEnvironment(),
): Capture {
  const scope = createScope();
  const clock = createRecordingClock(environment.now);
  let state: CaptureState = { phase: 'idle' };
  let recorder: MicrophoneRecorder | null = null;
  let stream: MediaStream | null = null;
  let delivering = true;
  let chunks = 0;
  let lastChunkAt = 0;

  const move = (next: CaptureState) => {
    state = next;
    options.onState(next);
  };
  /** Read through a function where an await may have changed it. */
  const phase = (): CaptureState['phase'] => state.phase;
  const isLive = () =>
    state.phase === 'recording' || state.phase === 'paused' || state.phase === 'interrupted';
  const closeTracks = () => {
    for (const track of stream?.getTracks() ?? []) track.stop();
  };
  const close = () => {
    try {
      scope.close();
    } finally {
      move({ phase: 'stopped' });
    }
  };
  const awake = () => void keepAwake(scope, environment.requestWakeLock);
  const runClock = () => {
    if (state.phase === 'recording') clock.run();
  };

  const heard: RecorderEvents = {
    onChunk(chunk) {
      runClock();
      chunks += 1;
      lastChunkAt = environment.now();
      if (delivering) options.onChunk(chunk);
    },
    onRunning: runClock,
    onInterruption(cause) {
      const canContinue = cause === 'muted';
      // A mute during an interruption is no news.
      if (!isLive() || (state.phase === 'interrupted' && canContinue)) return;
      clock.pause();
      try {
        recorder?.interrupt(canContinue);
      } catch {
        // It goes on collecting what a muted microphone gives: silence.
      }
      if (!canContinue) closeTracks();
      move({ phase: 'interrupted', cause, canContinue });
    },
    onReturn() {
      if (state.phase === 'interrupted' && state.canContinue) move({ ...state, returned: true });
    },
    onHidden: () => recorder?.flush(),
    onVisible() {
      if (!isLive()) return;
      awake();
      const stood = environment.now() - lastChunkAt > STALL_MS && chunks >= STEADY_CHUNKS;
      if (stood && state.phase === 'recording') options.onStall?.();
    },
  };

  const record = (microphone: MediaStream) => {
    try {
      recorder = createMicrophoneRecorder(environment, scope, microphone, heard);
      move({ phase: 'recording' });
      recorder.start();
    } catch (error) {
      close();
      throw error;
    }
    awake();
  };

  return {
    get state() {
      return state;
    },
    get mimeType() {
      return recorder?.mimeType ?? '';
    },
    get stream() {
      return scope.closed ? null : stream;
    },
    elapsedSeconds: clock.seconds,

    async start() {
      if (state.phase !== 'idle') return;
      const obstacle = captureObstacle(environment);
      if (obstacle) throw new CaptureError(obstacle);
      move({ phase: 'requesting' });
      const microphone = await openMicrophone(environment, options.natural).catch((error: unknown) => {
        close();
        throw error;
      });
      stream = microphone;
      scope.add(closeTracks);
      // Cancelled while the permission question was open: the microphone closes again at once.
      if (phase() !== 'requesting') return scope.close();
      await options.beforeRecording?.();
      if (phase() === 'requesting') record(microphone);
    },

    pause() {
      if (state.phase !== 'recording' || !recorder) return;
      recorder.pause();
      clock.pause();
      move({ phase: 'paused' });
    },

    resume() {
      const may = state.phase === 'paused' || (state.phase === 'interrupted' && state.canContinue);
      if (!may || !recorder) return;
      recorder.resume();
      clock.run();
      move({ phase: 'recording' });
    },

    async stop() {
      if (!isLive() || !recorder) return;
      clock.pause();
      await recorder.end().finally(close);
    },

    cancel() {
      if (state.phase === 'idle' || state.phase === 'stopped') return;
      clock.pause();
      delivering = false;
      try {
        recorder?.drop();
      } finally {
        close();
      }
    },
  };
}
