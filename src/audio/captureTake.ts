// One take from the microphone prompt to its last chunk: its state, and its reactions to the recorder, the system and
// the page. One Scope owns tracks, listeners and the wake lock.
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

/** Until `scope` closes. */
async function keepAwake(scope: Scope, request: CaptureEnvironment['requestWakeLock']): Promise<void> {
  try {
    const lock = await request?.();
    if (lock) scope.add(() => void lock.release().catch(() => undefined));
  } catch {
    // Refused on low battery or in the background: recording works without it.
  }
}

/** `stopped`: the recorder ended or fell silent without a request. */
export type Interruption = 'muted' | 'ended' | 'error' | 'stopped';

export type CaptureState =
  | { phase: 'idle' }
  | { phase: 'requesting' }
  | { phase: 'recording' }
  | { phase: 'paused' }
  /**
   * The system took the microphone. `canContinue` when the same track may return (mute), not when it or the recorder
   * ended: then the microphone is closed. `returned` once a muted one has sound again.
   */
  | { phase: 'interrupted'; cause: Interruption; canContinue: boolean; returned?: true }
  | { phase: 'stopped' };

export interface CaptureOptions {
  /** "Natural sound": the browser's echo cancellation, noise suppression and gain control off. */
  natural: boolean;
  /** Id of the preferred microphone. */
  microphone?: string;
  /** Awaited between the permission and the first sample; a cancel meanwhile closes the microphone. */
  beforeRecording?: () => Promise<void>;
  /** Called in order, also for empty chunks and for those that arrive after a call of `stop`. */
  onChunk: (chunk: Blob) => void;
  onState: (state: CaptureState) => void;
  /** The page is visible again and the recorder had stopped meanwhile, as on a locked phone. */
  onStall?: () => void;
  /** A recorder that should deliver has delivered nothing for seconds, or delivers again. */
  onSilence?: (isSilent: boolean) => void;
}

/** Shared state of one take. */
export interface Take {
  options: CaptureOptions;
  environment: CaptureEnvironment;
  scope: Scope;
  clock: RecordingClock;
  chunks: ChunkWatch;
  state: CaptureState;
  recorder: MicrophoneRecorder | null;
  stream: MediaStream | null;
  /** False once cancelled: later chunks are dropped. */
  delivers: boolean;
  /** The end was requested. */
  isEnding: boolean;
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

/** Interval of checks of the recorder, and the number of silent checks after which a steady one counts as stopped. */
const BEAT_MS = 1000;
const SILENT_BEATS = 6;
/** A track may start muted for a moment. */
const MUTED_BEATS = 2;

/** The microphone or the recorder is gone: stops the clock and delivers the recorded bytes. */
export function interrupt(take: Take, cause: Interruption, at?: number): void {
  const { state } = take;
  const canContinue = cause === 'muted';
  if (!isLive(take) || take.isEnding) return;
  // Ignores a mute during an interruption, and everything after the end.
  if (state.phase === 'interrupted' && (canContinue || !state.canContinue)) return;
  take.clock.pause(at);
  try {
    take.recorder?.interrupt(canContinue);
  } catch {
    // The recorder continues with what a muted microphone gives: silence.
  }
  if (!canContinue) closeTracks(take);
  move(take, { phase: 'interrupted', cause, canContinue });
}

/** A muted microphone has sound again. */
export function comeBack(take: Take): void {
  const { state } = take;
  if (state.phase === 'interrupted' && state.canContinue) move(take, { ...state, returned: true });
}

/** Checks the recorder every second: not every browser reports that it has stopped. */
function watchOver(take: Take): void {
  let muted = 0;
  let isSilent = false;
  const say = (next: boolean) => {
    if (next !== isSilent) take.options.onSilence?.(next);
    isSilent = next;
  };
  const timer = setInterval(() => {
    const { recorder, chunks, environment } = take;
    const trouble = recorder?.trouble ?? null;
    if (trouble === 'ended' || trouble === 'stopped') return interrupt(take, trouble);
    const isDue = take.state.phase === 'recording' && environment.page.document.visibilityState !== 'hidden';
    if (!isDue) return chunks.rest();
    muted = trouble === 'muted' ? muted + 1 : 0;
    if (muted >= MUTED_BEATS) return interrupt(take, 'muted');
    const silent = chunks.beat() >= SILENT_BEATS;
    if (silent && chunks.isSteady) return interrupt(take, 'stopped', chunks.lastAt);
    if (silent) recorder?.flush();
    say(silent);
  }, BEAT_MS);
  take.scope.add(() => clearInterval(timer));
}

const stayAwake = ({ scope, environment }: Take) => void keepAwake(scope, environment.requestWakeLock);

/** Maps the recorder's events to changes of the take. */
function eventsOf(take: Take): RecorderEvents {
  const runClock = () => {
    if (take.state.phase === 'recording') take.clock.run();
  };
  return {
    onChunk(chunk) {
      runClock();
      take.chunks.note(chunk.size > 0);
      if (take.delivers) take.options.onChunk(chunk);
    },
    onRunning: runClock,
    onInterruption: (cause) => interrupt(take, cause),
    onStopped: () => interrupt(take, 'stopped'),
    onReturn: () => comeBack(take),
    onHidden: () => take.recorder?.flush(),
    onVisible() {
      if (!isLive(take)) return;
      stayAwake(take);
      if (take.state.phase === 'recording' && take.chunks.stoodStill()) take.options.onStall?.();
      take.chunks.rest();
    },
  };
}

function record(take: Take, microphone: MediaStream): void {
  try {
    take.recorder = createMicrophoneRecorder(take.environment, take.scope, microphone, eventsOf(take));
    move(take, { phase: 'recording' });
    take.recorder.start();
    watchOver(take);
  } catch (error) {
    close(take);
    throw error;
  }
  stayAwake(take);
}

/** Requests the microphone and records; only from `idle`. Rejects with `CaptureError`. */
export async function start(take: Take): Promise<void> {
  if (take.state.phase !== 'idle') return;
  const { environment, options, scope } = take;
  const obstacle = captureObstacle(environment);
  if (obstacle) throw new CaptureError(obstacle);
  move(take, { phase: 'requesting' });
  const microphone = await openMicrophone(environment, options.natural, options.microphone).catch(
    (error: unknown) => {
      close(take);
      throw error;
    },
  );
  take.stream = microphone;
  scope.add(() => closeTracks(take));
  // Cancelled during the permission prompt: the microphone closes at once.
  if (phaseOf(take) !== 'requesting') return scope.close();
  await options.beforeRecording?.().catch((error: unknown) => {
    close(take);
    throw error;
  });
  if (phaseOf(take) === 'requesting') record(take, microphone);
}
