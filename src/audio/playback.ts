// The one <audio> element of the page: plain, so that it survives the lock screen and background tabs. Times are
// seconds. Nothing is inserted into its path; visualizers use a tap (`tap.ts`).

export type PlaybackEvent =
  /** The length is known. */
  | { type: 'duration'; seconds: number }
  /** About four times a second while it plays, and after a seek. */
  | { type: 'time'; seconds: number }
  | { type: 'playing' }
  /** Ran out of data while it should play. */
  | { type: 'waiting' }
  /** Also when the system paused the sound: a call, another app. */
  | { type: 'paused' }
  | { type: 'seeked' }
  /** The speed changed. */
  | { type: 'rate' }
  | { type: 'ended' }
  /** `isMissing`: there was nothing to play, for example a deleted file. */
  | { type: 'error'; isMissing?: boolean }
  /** The browser may freeze or close the page from now on. */
  | { type: 'leaving' }
  /** The page is visible again, or runs again after a freeze. */
  | { type: 'back' }
  | { type: 'online' };

export interface Playback {
  /** Replaces the source (an address or bytes) and resets the position; does not start. */
  load(source: string | Blob): void;
  /** Rejects like `HTMLMediaElement.play()`: NotAllowedError without a user gesture, AbortError when replaced. */
  play(): Promise<void>;
  pause(): void;
  /** Clamped to 0 … duration. */
  seek(seconds: number): void;
  /** 0 … 1. */
  setVolume(volume: number): void;
  /** Playback speed; the pitch stays. */
  setRate(rate: number): void;
  /** Releases the source and stops all network use. */
  unload(): void;
  /** Exact position, for canvases; cheap enough for every frame. */
  position(): number;
  /** 0 until it is known. */
  duration(): number;
  isPaused(): boolean;
  listen(listener: (event: PlaybackEvent) => void): () => void;
  /** The element itself, for a tap; null where there is none. */
  readonly element: HTMLAudioElement | null;
}

/** `MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED`: no address, no answer, or no audio. */
const NOTHING_TO_PLAY = 4;

export function createPlayback(element: HTMLAudioElement = new Audio()): Playback {
  element.preload = 'metadata';
  let objectUrl: string | null = null;
  const listeners = new Set<(event: PlaybackEvent) => void>();
  const emit = (event: PlaybackEvent) => {
    for (const listener of listeners) listener(event);
  };
  const known = () => (Number.isFinite(element.duration) ? element.duration : 0);
  const forget = () => {
    if (objectUrl !== null) URL.revokeObjectURL(objectUrl);
    objectUrl = null;
  };

  // Events arrive late: each is emitted only while it still holds, so that events of an earlier source, or from
  // before a tap, change nothing.
  element.addEventListener('durationchange', () => {
    if (known() > 0) emit({ type: 'duration', seconds: known() });
  });
  element.addEventListener('timeupdate', () => emit({ type: 'time', seconds: element.currentTime }));
  element.addEventListener('playing', () => {
    if (!element.paused) emit({ type: 'playing' });
  });
  element.addEventListener('waiting', () => {
    if (!element.paused) emit({ type: 'waiting' });
  });
  element.addEventListener('pause', () => {
    // An element that reached its end pauses first; `ended` reports the end.
    if (element.paused && !element.ended) emit({ type: 'paused' });
  });
  element.addEventListener('seeked', () => emit({ type: 'seeked' }));
  element.addEventListener('ratechange', () => emit({ type: 'rate' }));
  element.addEventListener('ended', () => {
    if (element.ended) emit({ type: 'ended' });
  });
  element.addEventListener('error', () => {
    // Unloading raises an error without a source, which is no failure.
    if (element.hasAttribute('src') && element.error !== null)
      emit({ type: 'error', isMissing: element.error.code === NOTHING_TO_PLAY });
  });

  const surroundings: [EventTarget, string, () => void][] = [
    [window, 'online', () => emit({ type: 'online' })],
    [window, 'pagehide', () => emit({ type: 'leaving' })],
    [window, 'pageshow', () => emit({ type: 'back' })],
    [document, 'resume', () => emit({ type: 'back' })],
    [
      document,
      'visibilitychange',
      () => emit({ type: document.visibilityState === 'hidden' ? 'leaving' : 'back' }),
    ],
  ];

  return {
    element,
    load(source) {
      forget();
      if (typeof source !== 'string') objectUrl = URL.createObjectURL(source);
      // Setting an address starts the load.
      element.src = typeof source === 'string' ? source : (objectUrl ?? '');
    },
    play: () => element.play(),
    pause: () => element.pause(),
    seek(seconds) {
      const limit = known() > 0 ? known() : Number.POSITIVE_INFINITY;
      element.currentTime = Math.min(Math.max(0, seconds), limit);
    },
    setVolume(volume) {
      element.volume = Math.min(1, Math.max(0, volume));
    },
    setRate(rate) {
      // The default as well: loading resets to it.
      element.defaultPlaybackRate = rate;
      element.playbackRate = rate;
    },
    unload() {
      if (!element.hasAttribute('src')) return;
      element.pause();
      element.removeAttribute('src');
      element.load();
      forget();
    },
    position: () => element.currentTime,
    duration: known,
    isPaused: () => element.paused,
    listen(listener) {
      if (listeners.size === 0)
        for (const [target, type, handler] of surroundings) target.addEventListener(type, handler);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0)
          for (const [target, type, handler] of surroundings) target.removeEventListener(type, handler);
      };
    },
  };
}
