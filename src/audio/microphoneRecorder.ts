// One MediaRecorder on one open microphone: start, pause, end and its events.
import type { Scope } from '../lib/scope.ts';
import { type CaptureEnvironment, pickType } from './captureEnvironment.ts';
import { CaptureError, type CaptureErrorCode } from './captureErrors.ts';

/** Requested chunk interval; the browser may deliver another. */
const CHUNK_MS = 100;
/** Requested bits per second. */
const CAPTURE_BITS_PER_SECOND = 128_000;
/** Longest wait for the "stop" event; the delivered bytes stay. */
const STOP_PATIENCE_MS = 3000;
/** Turns of the event loop in which a chunk may still arrive after "stop" (observed on iOS 14). */
const LATE_TURNS = 2;

export interface RecorderEvents {
  onChunk: (chunk: Blob) => void;
  /** The recorder runs, which is later than the call. */
  onRunning: () => void;
  onInterruption: (cause: 'muted' | 'ended' | 'error') => void;
  /** The recorder has ended, requested or not. */
  onStopped: () => void;
  /** A muted microphone has sound again. */
  onReturn: () => void;
  /** The browser may freeze or close the page at any moment. */
  onHidden: () => void;
  onVisible: () => void;
}

/** Every method throws a `CaptureError` with its own code. */
export interface MicrophoneRecorder {
  readonly mimeType: string;
  /** A problem that no event has reported. */
  readonly trouble: 'stopped' | 'ended' | 'muted' | null;
  start(): void;
  pause(): void;
  resume(): void;
  /** Delivers the bytes so far; `pauses` also pauses the recorder. */
  interrupt(pauses: boolean): void;
  flush(): void;
  /** Resolves after the last chunk, or after the longest wait. */
  end(): Promise<void>;
  /** Ends without waiting. */
  drop(): void;
}

/** Runs `work`; its error becomes the cause of a `CaptureError`. */
function attempt<T>(code: CaptureErrorCode, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new CaptureError(code, error);
  }
}

function makeRecorder(environment: CaptureEnvironment, microphone: MediaStream): MediaRecorder {
  const Recorder = environment.MediaRecorder;
  if (!Recorder) throw new CaptureError('unsupported');
  return new Recorder(microphone, {
    mimeType: pickType(Recorder) ?? '',
    audioBitsPerSecond: CAPTURE_BITS_PER_SECOND,
  });
}

/** Listens until `scope` closes. */
function watch(
  scope: Scope,
  recorder: MediaRecorder,
  microphone: MediaStream,
  { document, window }: CaptureEnvironment['page'],
  events: RecorderEvents,
): void {
  scope.listen(recorder, 'dataavailable', (event) => events.onChunk((event as BlobEvent).data));
  scope.listen(recorder, 'start', events.onRunning);
  scope.listen(recorder, 'stop', events.onStopped);
  scope.listen(recorder, 'error', () => events.onInterruption('error'));
  for (const track of microphone.getAudioTracks()) {
    scope.listen(track, 'ended', () => events.onInterruption('ended'));
    scope.listen(track, 'mute', () => events.onInterruption('muted'));
    scope.listen(track, 'unmute', events.onReturn);
  }
  scope.listen(document, 'visibilitychange', () => {
    if (document.visibilityState === 'hidden') events.onHidden();
    else events.onVisible();
  });
  scope.listen(window, 'pagehide', events.onHidden);
  scope.listen(document, 'freeze', events.onHidden);
  scope.listen(document, 'resume', events.onVisible);
}

/** One turn of the event loop: the browser delivers its queued events. */
const turn = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

async function ended(recorder: MediaRecorder): Promise<void> {
  if (recorder.state !== 'inactive') {
    const stopped = new Promise<void>((resolve) => {
      const patience = setTimeout(resolve, STOP_PATIENCE_MS);
      recorder.addEventListener('stop', () => {
        clearTimeout(patience);
        resolve();
      });
    });
    recorder.stop();
    await stopped;
  }
  for (let late = 0; late < LATE_TURNS; late++) await turn();
}

/** Not started yet; listens until `scope` closes. Throws a `CaptureError`. */
export function createMicrophoneRecorder(
  environment: CaptureEnvironment,
  scope: Scope,
  microphone: MediaStream,
  events: RecorderEvents,
): MicrophoneRecorder {
  const recorder = attempt('init_failed', () => {
    const made = makeRecorder(environment, microphone);
    watch(scope, made, microphone, environment.page, events);
    return made;
  });
  const flush = () => {
    try {
      if (recorder.state !== 'inactive') recorder.requestData();
    } catch {
      // A failed recorder may refuse; the delivered bytes stay.
    }
  };
  return {
    get mimeType() {
      return recorder.mimeType;
    },
    get trouble() {
      const tracks = microphone.getAudioTracks();
      if (tracks.some(({ readyState }) => readyState === 'ended')) return 'ended';
      if (recorder.state === 'inactive') return 'stopped';
      return tracks.some(({ muted }) => muted) ? 'muted' : null;
    },
    start: () => attempt('start_failed', () => recorder.start(CHUNK_MS)),
    pause: () => attempt('pause_failed', () => recorder.pause()),
    resume: () => attempt('resume_failed', () => recorder.resume()),
    interrupt(pauses) {
      flush();
      if (pauses && recorder.state === 'recording') attempt('pause_failed', () => recorder.pause());
    },
    flush,
    end: () =>
      ended(recorder).catch((error: unknown) => {
        throw new CaptureError('stop_failed', error);
      }),
    drop: () =>
      attempt('cancel_failed', () => {
        if (recorder.state !== 'inactive') recorder.stop();
      }),
  };
}
