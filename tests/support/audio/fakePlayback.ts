// A playback adapter without audio: records its calls and reports events that a test sets.
import type { Playback, PlaybackEvent } from '../../../src/audio/playback.ts';

export interface FakePlayback extends Playback {
  /** `load URL` (or `load N bytes`), `play`, `pause`, `seek N`, `volume N`, `rate N`, `unload`, in order. */
  readonly calls: string[];
  emit(event: PlaybackEvent): void;
  /** The next `play()` rejects with an error of this name. */
  refuseNext(name: string): void;
  at: number;
}

export function createFakePlayback(): FakePlayback {
  const listeners = new Set<(event: PlaybackEvent) => void>();
  const calls: string[] = [];
  let refusal: string | null = null;
  let paused = true;
  return {
    calls,
    element: null,
    at: 0,
    load(source) {
      calls.push(`load ${typeof source === 'string' ? source : `${source.size} bytes`}`);
      this.at = 0;
    },
    play() {
      calls.push('play');
      paused = refusal !== null;
      if (refusal === null) return Promise.resolve();
      const error = new Error('refused');
      error.name = refusal;
      refusal = null;
      return Promise.reject(error);
    },
    pause() {
      calls.push('pause');
      paused = true;
    },
    seek(seconds) {
      calls.push(`seek ${seconds}`);
      this.at = seconds;
    },
    setVolume: (volume) => calls.push(`volume ${volume}`),
    setRate: (rate) => calls.push(`rate ${rate}`),
    unload() {
      calls.push('unload');
      paused = true;
    },
    isPaused: () => paused,
    position() {
      return this.at;
    },
    duration: () => 30,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    emit(event) {
      for (const listener of listeners) listener(event);
    },
    refuseNext(name) {
      refusal = name;
    },
  };
}
