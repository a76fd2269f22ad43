// The microphone: MediaRecorder makes the take's bytes, one Scope owns tracks, listeners and the wake lock.
// Emits chunks as they come and never counts them for time: browsers send empty, late and giant ones
// (reliability.md finding 3). Times are seconds.
import { createScope, type Scope } from '../lib/scope.ts';

/** Chunk interval asked for (S1 §9); what comes may differ. */
const CHUNK_MS = 100;
/** Bits per second asked for (S1 §9). */
const CAPTURE_BITS_PER_SECOND = 128_000;
/** First supported one is used (S1 §5). */
const CAPTURE_TYPES = ['audio/webm;codecs=opus', 'audio/webm', 'audio/mp4', 'audio/wav'] as const;
/** A recorder that never says "stop" is given up after this; what it delivered is kept. */
const STOP_PATIENCE_MS = 3000;

export type CaptureErrorCode =
  | 'unsupported'
  | 'insecure'
  | 'denied'
  | 'no_device'
  | 'in_use'
  | 'init_failed'
  | 'start_failed'
  | 'pause_failed'
  | 'resume_failed'
  | 'stop_failed'
  | 'cancel_failed'
  | 'recorder_error';

export class CaptureError extends Error {
  override name = 'CaptureError';
  readonly code: CaptureErrorCode;

  constructor(code: CaptureErrorCode, cause?: unknown) {
    super(code, { cause });
    this.code = code;
  }
}

export type CaptureState =
  | { phase: 'idle' }
  | { phase: 'requesting' }
  | { phase: 'recording' }
  | { phase: 'paused' }
  /** The system took the microphone. `canContinue` when the same track may come back (mute), not when it ended. */
  | { phase: 'interrupted'; cause: 'muted' | 'ended' | 'error'; canContinue: boolean }
  | { phase: 'stopped' };

export interface CaptureOptions {
  /** "Natural sound": the browser's echo cancellation, noise suppression and gain control off. */
  natural: boolean;
  /** Called in order, also for empty chunks and for those that arrive after `stop` was called. */
  onChunk: (chunk: Blob) => void;
  onState: (state: CaptureState) => void;
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

/** The browser parts capture needs; tests pass doubles. */
export interface CaptureEnvironment {
  getUserMedia: ((constraints: MediaStreamConstraints) => Promise<MediaStream>) | undefined;
  MediaRecorder: typeof MediaRecorder | undefined;
  isSecureContext: boolean;
  now: () => number;
  page: { document: EventTarget & { visibilityState?: string }; window: EventTarget };
  requestWakeLock: (() => Promise<{ release: () => Promise<void> }>) | undefined;
}

function browserEnvironment(): CaptureEnvironment {
  const devices = navigator.mediaDevices;
  return {
    getUserMedia: devices?.getUserMedia?.bind(devices),
    MediaRecorder: globalThis.MediaRecorder,
    isSecureContext: globalThis.isSecureContext,
    now: () => performance.now(),
    page: { document, window },
    requestWakeLock: navigator.wakeLock && (() => navigator.wakeLock.request('screen')),
  };
}

/** Why recording cannot work here, before asking for anything; null when it can. */
export function captureObstacle(
  environment: CaptureEnvironment = browserEnvironment(),
): 'unsupported' | 'insecure' | null {
  if (!environment.isSecureContext) return 'insecure';
  if (!environment.getUserMedia || !environment.MediaRecorder) return 'unsupported';
  return pickType(environment.MediaRecorder) === null ? 'unsupported' : null;
}

function pickType(Recorder: typeof MediaRecorder): string | null {
  return CAPTURE_TYPES.find((type) => Recorder.isTypeSupported(type)) ?? null;
}

/** Extension for a recorded type, without a dot (K29). */
export function extensionFor(mimeType: string): 'webm' | 'mp4' | 'wav' | 'ogg' {
  if (mimeType.startsWith('audio/mp4')) return 'mp4';
  if (mimeType.startsWith('audio/wav')) return 'wav';
  return mimeType.startsWith('audio/ogg') ? 'ogg' : 'webm';
}

function codeOf(error: unknown): CaptureErrorCode {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'no_device';
  if (name === 'NotReadableError' || name === 'AbortError') return 'in_use';
  return 'init_failed';
}

export function createCapture(
  options: CaptureOptions,
  environment: CaptureEnvironment = browserEnvironment(),
): Capture {
  const scope: Scope = createScope();
  let state: CaptureState = { phase: 'idle' };
  let recorder: MediaRecorder | null = null;
  let stream: MediaStream | null = null;
  let banked = 0;
  let runningSince: number | null = null;
  let delivering = true;

  const move = (next: CaptureState) => {
    state = next;
    options.onState(next);
  };
  /** Read through a function where an await may have changed it. */
  const phase = (): CaptureState['phase'] => state.phase;
  const clockOn = () => {
    runningSince ??= environment.now();
  };
  const clockOff = () => {
    if (runningSince !== null) banked += environment.now() - runningSince;
    runningSince = null;
  };
  const isLive = () =>
    state.phase === 'recording' || state.phase === 'paused' || state.phase === 'interrupted';
  const flush = () => {
    // Some engines throw when inactive, some deliver at once; either way nothing is lost by asking.
    if (recorder && recorder.state !== 'inactive') recorder.requestData();
  };

  const interrupt = (cause: 'muted' | 'ended' | 'error') => {
    if (state.phase !== 'recording' && state.phase !== 'paused' && cause === 'muted') return;
    if (!isLive()) return;
    clockOff();
    const canContinue = cause === 'muted';
    if (recorder?.state === 'recording') {
      flush();
      if (canContinue) recorder.pause();
    }
    move({ phase: 'interrupted', cause, canContinue });
  };

  const keepAwake = async () => {
    try {
      const lock = await environment.requestWakeLock?.();
      if (lock) scope.add(() => void lock.release().catch(() => undefined));
    } catch {
      // Refused on low battery or in the background: recording works without it.
    }
  };

  const watch = (active: MediaRecorder, source: MediaStream) => {
    scope.listen(active, 'dataavailable', (event) => {
      if (state.phase === 'recording') clockOn();
      if (delivering) options.onChunk((event as BlobEvent).data);
    });
    scope.listen(active, 'start', () => {
      if (state.phase === 'recording') clockOn();
    });
    scope.listen(active, 'error', () => interrupt('error'));
    for (const track of source.getAudioTracks()) {
      scope.listen(track, 'ended', () => interrupt('ended'));
      scope.listen(track, 'mute', () => interrupt('muted'));
    }
    scope.listen(environment.page.document, 'visibilitychange', () => {
      if (environment.page.document.visibilityState === 'hidden') flush();
      else if (isLive()) void keepAwake();
    });
    scope.listen(environment.page.window, 'pagehide', flush);
    scope.listen(environment.page.document, 'freeze', flush);
  };

  const openMicrophone = async (): Promise<MediaStream> => {
    const processing = !options.natural;
    const microphone = await environment.getUserMedia?.({
      audio: {
        sampleRate: { ideal: 44_100 },
        echoCancellation: processing,
        noiseSuppression: processing,
        autoGainControl: processing,
      },
    });
    if (!microphone) throw new CaptureError('unsupported');
    return microphone;
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
    elapsedSeconds() {
      const running = runningSince === null ? 0 : environment.now() - runningSince;
      return (banked + running) / 1000;
    },

    async start() {
      if (state.phase !== 'idle') return;
      const obstacle = captureObstacle(environment);
      if (obstacle) throw new CaptureError(obstacle);
      move({ phase: 'requesting' });
      try {
        stream = await openMicrophone();
      } catch (error) {
        scope.close();
        move({ phase: 'stopped' });
        throw error instanceof CaptureError ? error : new CaptureError(codeOf(error), error);
      }
      const source = stream;
      scope.add(() => {
        for (const track of source.getTracks()) track.stop();
      });
      // Cancelled while the permission question was open: the microphone closes again at once.
      if (phase() !== 'requesting') return scope.close();
      try {
        const Recorder = environment.MediaRecorder;
        if (!Recorder) throw new CaptureError('unsupported');
        recorder = new Recorder(source, {
          mimeType: pickType(Recorder) ?? '',
          audioBitsPerSecond: CAPTURE_BITS_PER_SECOND,
        });
        watch(recorder, source);
      } catch (error) {
        scope.close();
        move({ phase: 'stopped' });
        throw new CaptureError('init_failed', error);
      }
      try {
        move({ phase: 'recording' });
        recorder.start(CHUNK_MS);
      } catch (error) {
        scope.close();
        move({ phase: 'stopped' });
        throw new CaptureError('start_failed', error);
      }
      void keepAwake();
    },

    pause() {
      if (state.phase !== 'recording' || !recorder) return;
      try {
        recorder.pause();
      } catch (error) {
        throw new CaptureError('pause_failed', error);
      }
      clockOff();
      move({ phase: 'paused' });
    },

    resume() {
      const may = state.phase === 'paused' || (state.phase === 'interrupted' && state.canContinue);
      if (!may || !recorder) return;
      try {
        recorder.resume();
      } catch (error) {
        throw new CaptureError('resume_failed', error);
      }
      clockOn();
      move({ phase: 'recording' });
    },

    async stop() {
      if (!isLive() || !recorder) return;
      clockOff();
      const active = recorder;
      try {
        if (active.state !== 'inactive') {
          const ended = new Promise<void>((resolve) => {
            const patience = setTimeout(resolve, STOP_PATIENCE_MS);
            active.addEventListener('stop', () => {
              clearTimeout(patience);
              resolve();
            });
          });
          active.stop();
          await ended;
        }
      } catch (error) {
        throw new CaptureError('stop_failed', error);
      } finally {
        scope.close();
        move({ phase: 'stopped' });
      }
    },

    cancel() {
      if (state.phase === 'idle' || state.phase === 'stopped') return;
      clockOff();
      delivering = false;
      try {
        if (recorder && recorder.state !== 'inactive') recorder.stop();
      } catch (error) {
        throw new CaptureError('cancel_failed', error);
      } finally {
        scope.close();
        move({ phase: 'stopped' });
      }
    },
  };
}
