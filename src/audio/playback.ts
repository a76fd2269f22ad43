// The one <audio> element of the page: plain, so that it survives the lock screen and background tabs.
// Times are seconds. Nothing is inserted into its path; visualizers listen beside it (`tap.ts`).

export type PlaybackEvent =
  /** The length became known. */
  | { type: 'duration'; seconds: number }
  /** About four times a second while it plays, and after a seek. */
  | { type: 'time'; seconds: number }
  | { type: 'playing' }
  /** Ran out of data while it should play. */
  | { type: 'waiting' }
  | { type: 'paused' }
  | { type: 'seeked' }
  | { type: 'ended' }
  | { type: 'error' };

export interface Playback {
  /** Replaces the source and resets the position; does not start. */
  load(url: string): void;
  /** Rejects like `HTMLMediaElement.play()`: NotAllowedError without a user's press, AbortError when replaced. */
  play(): Promise<void>;
  pause(): void;
  /** Clamped to 0 … duration. */
  seek(seconds: number): void;
  /** 0 … 1. */
  setVolume(volume: number): void;
  /** Gives the source back and stops all network use. */
  unload(): void;
  /** Exact position, for canvases; cheap enough for every frame. */
  position(): number;
  /** 0 until it is known. */
  duration(): number;
  listen(listener: (event: PlaybackEvent) => void): () => void;
  /** The element itself, for a tap beside it; null where there is none. */
  readonly element: HTMLAudioElement | null;
}

export function createPlayback(element: HTMLAudioElement = new Audio()): Playback {
  element.preload = 'metadata';
  const listeners = new Set<(event: PlaybackEvent) => void>();
  const emit = (event: PlaybackEvent) => {
    for (const listener of listeners) listener(event);
  };
  const known = () => (Number.isFinite(element.duration) ? element.duration : 0);

  element.addEventListener('durationchange', () => {
    if (known() > 0) emit({ type: 'duration', seconds: known() });
  });
  element.addEventListener('timeupdate', () => emit({ type: 'time', seconds: element.currentTime }));
  element.addEventListener('playing', () => emit({ type: 'playing' }));
  element.addEventListener('waiting', () => emit({ type: 'waiting' }));
  element.addEventListener('pause', () => {
    // An element that reached its end pauses first; `ended` says it better.
    if (!element.ended) emit({ type: 'paused' });
  });
  element.addEventListener('seeked', () => emit({ type: 'seeked' }));
  element.addEventListener('ended', () => emit({ type: 'ended' }));
  element.addEventListener('error', () => {
    // Unloading raises an error without a source; that is not a failure.
    if (element.hasAttribute('src')) emit({ type: 'error' });
  });

  return {
    element,
    load(url) {
      element.src = url;
      element.load();
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
    unload() {
      element.pause();
      element.removeAttribute('src');
      element.load();
    },
    position: () => element.currentTime,
    duration: known,
    listen(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
