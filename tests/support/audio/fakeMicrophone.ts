// Doubles of MediaRecorder and its surroundings that a test drives by hand; it decides when chunks arrive.
import type { CaptureEnvironment } from '../../../src/audio/captureEnvironment.ts';

class FakeTrack extends EventTarget {
  stopped = false;
  readyState = 'live';
  muted = false;
  /** Undefined where the browser does not say. */
  deviceId: string | undefined;
  getSettings(): MediaTrackSettings {
    return this.deviceId === undefined ? {} : { deviceId: this.deviceId };
  }
  stop(): void {
    this.stopped = true;
  }
}

/** One scripted behaviour per known browser oddity. */
export interface RecorderScript {
  /** Throws at the named place. */
  throwsOn?: 'construct' | 'start' | 'pause' | 'resume' | 'stop';
  /** Delivered by `stop` before the stop event. */
  lastChunk?: string;
  /** Delivered after the stop event. */
  lateChunk?: string;
  /** `stop` never calls back. */
  silentStop?: boolean;
}

export class FakeRecorder extends EventTarget {
  static supported: string[] = ['audio/webm;codecs=opus'];
  static script: RecorderScript = {};
  static made: FakeRecorder[] = [];
  static isTypeSupported(type: string): boolean {
    return FakeRecorder.supported.includes(type);
  }

  state: 'inactive' | 'recording' | 'paused' = 'inactive';
  readonly mimeType: string;
  readonly options: MediaRecorderOptions;
  timeslice: number | undefined;
  flushes = 0;

  constructor(_stream: MediaStream, options: MediaRecorderOptions) {
    super();
    if (FakeRecorder.script.throwsOn === 'construct') throw new Error('construct');
    this.options = options;
    this.mimeType = options.mimeType ?? '';
    FakeRecorder.made.push(this);
  }

  #may(name: RecorderScript['throwsOn']): void {
    if (FakeRecorder.script.throwsOn === name) throw new Error(name);
  }

  start(timeslice?: number): void {
    this.#may('start');
    this.timeslice = timeslice;
    this.state = 'recording';
    this.dispatchEvent(new Event('start'));
  }

  pause(): void {
    this.#may('pause');
    this.state = 'paused';
  }

  resume(): void {
    this.#may('resume');
    this.state = 'recording';
  }

  requestData(): void {
    this.flushes += 1;
  }

  stop(): void {
    this.#may('stop');
    const { lastChunk, lateChunk, silentStop } = FakeRecorder.script;
    this.state = 'inactive';
    if (lastChunk !== undefined) this.chunk(lastChunk);
    if (silentStop) return;
    queueMicrotask(() => {
      this.dispatchEvent(new Event('stop'));
      if (lateChunk !== undefined) this.chunk(lateChunk);
    });
  }

  chunk(text: string): void {
    const event = new Event('dataavailable') as Event & { data: Blob };
    event.data = new Blob([text]);
    this.dispatchEvent(event);
  }

  /** Ends unexpectedly, with or without its event. */
  die(says: boolean): void {
    this.state = 'inactive';
    if (says) this.dispatchEvent(new Event('stop'));
  }

  fail(): void {
    this.dispatchEvent(new Event('error'));
  }
}

export interface FakeRoom {
  environment: CaptureEnvironment;
  track: FakeTrack;
  document: EventTarget & { visibilityState?: string };
  window: EventTarget;
  /** Moves the clock, milliseconds. */
  advance: (ms: number) => void;
  recorder: () => FakeRecorder;
  constraints: MediaStreamConstraints[];
  /** The next microphone request fails with this error. */
  deny: (name: string) => void;
  /** Cancels that failure. */
  allow: () => void;
  locks: { taken: number; released: number };
}

export function fakeRoom(script: RecorderScript = {}): FakeRoom {
  FakeRecorder.script = script;
  FakeRecorder.supported = ['audio/webm;codecs=opus'];
  FakeRecorder.made = [];
  let now = 0;
  let denied: string | null = null;
  const track = new FakeTrack();
  const document = new EventTarget();
  const window = new EventTarget();
  const constraints: MediaStreamConstraints[] = [];
  const locks = { taken: 0, released: 0 };
  const stream = { getTracks: () => [track], getAudioTracks: () => [track] } as unknown as MediaStream;
  return {
    track,
    document,
    window,
    constraints,
    locks,
    advance: (ms) => {
      now += ms;
    },
    deny: (name) => {
      denied = name;
    },
    allow: () => {
      denied = null;
    },
    recorder: () => {
      const made = FakeRecorder.made.at(-1);
      if (!made) throw new Error('no recorder was made');
      return made;
    },
    environment: {
      getUserMedia: async (asked) => {
        constraints.push(asked);
        if (denied) throw new DOMException('no', denied);
        return stream;
      },
      MediaRecorder: FakeRecorder as unknown as typeof MediaRecorder,
      isSecureContext: true,
      now: () => now,
      page: { document, window },
      requestWakeLock: async () => {
        locks.taken += 1;
        return {
          release: async () => {
            locks.released += 1;
          },
        };
      },
    },
  };
}
