// One take from the question for the microphone to its last chunk: its state, and what becomes of it when the recorder,
// the system or the page say something. One Scope owns tracks, listeners and the wake lock.
import type { Scope } from '../lib/scope.ts';
import { type CaptureEnvironment, captureObstacle } from './captureEnvironment.ts';
import { CaptureError } from './captureErrors.ts';
import type { ChunkWatch } from './chunkWatch.ts';
import { openMicrophone } from './microphone.ts';
import {
  createMicrophoneRecorder,
  type MicrophoneRecorder,
  type RecorderEvents,
} from './microphoneRecorder.ts';
import type { RecordingClock } from './recordingClock.ts';
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

/** What the parts of one take share. */
export interface Take {
  options: CaptureOptions;
  environment: CaptureEnvironment;
  scope: Scope;
  clock: RecordingClock;
  chunks: ChunkWatch;
  state: CaptureState;
  recorder: MicrophoneRecorder | null;
  stream: MediaStream | null;
  /** False once cancelled: chunks that still come are dropped. */
  delivers: boolean;
}

export function move(take: Take, next: CaptureState): void {
  take.state = next;
  take.options.onState(next);
}

export const isLive = ({ state: { phase } }: Take): boolean =>
  phase === 'recording' || phase === 'paused' || phase === 'interrupted';

/** Read through a function where an await may have changed it. */
const phaseOf = (take: Take): CaptureState['phase'] => take.state.phase;

function closeTracks({ stream }: Take): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

export function close(take: Take): void {
  try {
    take.scope.close();
  } finally {
    move(take, { phase: 'stopped' });
  }
}

const stayAwake = ({ scope, environment }: Take) => void keepAwake(scope, environment.requestWakeLock);

/** What the recorder tells, and what becomes of the take. */
function eventsOf(take: Take): RecorderEvents {
  const runClock = () => {
    if (take.state.phase === 'recording') take.clock.run();
  };
  return {
    onChunk(chunk) {
      runClock();
      take.chunks.note();
      if (take.delivers) take.options.onChunk(chunk);
    },
    onRunning: runClock,
    onInterruption(cause) {
      const canContinue = cause === 'muted';
      // A mute during an interruption is no news.
      if (!isLive(take) || (take.state.phase === 'interrupted' && canContinue)) return;
      take.clock.pause();
      try {
        take.recorder?.interrupt(canContinue);
      } catch {
        // It goes on collecting what a muted microphone gives: silence.
      }
      if (!canContinue) closeTracks(take);
      move(take, { phase: 'interrupted', cause, canContinue });
    },
    onReturn() {
      const { state } = take;
      if (state.phase === 'interrupted' && state.canContinue) move(take, { ...state, returned: true });
    },
    onHidden: () => take.recorder?.flush(),
    onVisible() {
      if (!isLive(take)) return;
      stayAwake(take);
      if (take.state.phase === 'recording' && take.chunks.stoodStill()) take.options.onStall?.();
    },
  };
}

function record(take: Take, microphone: MediaStream): void {
  try {
    take.recorder = createMicrophoneRecorder(take.environment, take.scope, microphone, eventsOf(take));
    move(take, { phase: 'recording' });
    take.recorder.start();
  } catch (error) {
    close(take);
    throw error;
  }
  stayAwake(take);
}

/** Asks for the microphone and records; only from `idle`. Rejects with `CaptureError`. */
export async function start(take: Take): Promise<void> {
  if (take.state.phase !== 'idle') return;
  const { environment, options, scope } = take;
  const obstacle = captureObstacle(environment);
  if (obstacle) throw new CaptureError(obstacle);
  move(take, { phase: 'requesting' });
  const microphone = await openMicrophone(environment, options.natural).catch((error: unknown) => {
    close(take);
    throw error;
  });
  take.stream = microphone;
  scope.add(() => closeTracks(take));
  // Cancelled while the permission question was open: the microphone closes again at once.
  if (phaseOf(take) !== 'requesting') return scope.close();
  await options.beforeRecording?.();
  if (phaseOf(take) === 'requesting') record(take, microphone);
}
