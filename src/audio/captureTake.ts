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

/** Until `scope` closes. */
async function keepAwake(scope: Scope, request: CaptureEnvironment['requestWakeLock']): Promise<void> {
  try {
    const lock = await request?.();
    if (lock) scope.add(() => void lock.release().catch(() => undefined));
  } catch {
    // Refused on low battery or in the background: recording works without it.
  }
}

/** `stopped`: the recorder ended or fell silent, and nobody had asked for it. */
export type Interruption = 'muted' | 'ended' | 'error' | 'stopped';

export type CaptureState =
  | { phase: 'idle' }
  | { phase: 'requesting' }
  | { phase: 'recording' }
  | { phase: 'paused' }
  /**
   * The system took the microphone. `canContinue` when the same track may come back (mute), not when it or the recorder
   * ended: then the microphone is closed. `returned` once a muted one gives sound again.
   */
  | { phase: 'interrupted'; cause: Interruption; canContinue: boolean; returned?: true }
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
  /** A recorder that should deliver and has not delivered yet gives nothing for seconds, or gives something again. */
  onSilence?: (isSilent: boolean) => void;
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
  /** The end was asked for. */
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

/** How often the recorder is looked at, and after how many silent looks in a row a steady one has stopped. */
const BEAT_MS = 1000;
const SILENT_BEATS = 6;
/** A track may begin muted for a moment. */
const MUTED_BEATS = 2;

/** The microphone is taken, or the recorder is gone: the clock stands still, and what was recorded is handed over. */
export function interrupt(take: Take, cause: Interruption, at?: number): void {
  const { state } = take;
  const canContinue = cause === 'muted';
  if (!isLive(take) || take.isEnding) return;
  // A mute during an interruption is no news, nor is anything after the end.
  if (state.phase === 'interrupted' && (canContinue || !state.canContinue)) return;
  take.clock.pause(at);
  try {
    take.recorder?.interrupt(canContinue);
  } catch {
    // It goes on collecting what a muted microphone gives: silence.
  }
  if (!canContinue) closeTracks(take);
  move(take, { phase: 'interrupted', cause, canContinue });
}

/** A muted microphone gives sound again. */
export function comeBack(take: Take): void {
  const { state } = take;
  if (state.phase === 'interrupted' && state.canContinue) move(take, { ...state, returned: true });
}

/** Looks at the recorder every second: not every browser says that it has stopped. */
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

/** What the recorder tells, and what becomes of the take. */
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
