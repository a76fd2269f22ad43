// A recording for somebody who must judge it: silent when opened, then through a wall, at full sound only as long as it
// is asked for. The element is the only thing that fetches.
import { createScope } from '../lib/scope.ts';
import { createMuffledGraph, type MuffledGraph } from './muffledGraph.ts';

export interface MuffledOptions {
  /** Plays, or not any more; also when the browser took the sound away. */
  onPlaying?: (playing: boolean) => void;
  /** There is nothing to play, or the browser cannot play it. */
  onFailed?: () => void;
}

/** Times are seconds of the recording. */
export interface MuffledPlayer {
  /** Muffled, or full while `openFull`; call the first time from a tap or key. From the start again after the end. */
  play(): void;
  /** Keeps the place. */
  pause(): void;
  /** Clamped to the recording; does not start. */
  seek(seconds: number): void;
  /** True as long as the full sound is asked for. */
  openFull(on: boolean): void;
  /** Times the recorded speed, 0.25 … 4; the pitch stays. */
  setRate(rate: number): void;
  /** Exact, and cheap enough for every frame. */
  position(): number;
  /** Length; 0 until it is known. */
  seconds(): number;
  /** What was played of it, each part from … to, without overlaps. */
  heard(): readonly (readonly [number, number])[];
  /** Called when the recording has ended by itself; set it to hear of it. */
  onEnd: (() => void) | null;
  /** Gives everything back; again is harmless. */
  close(): void;
}

/** Opens without a sound, and without an audio graph until the first `play`. */
export function openMuffled(url: string, { onPlaying, onFailed }: MuffledOptions = {}): MuffledPlayer {
  const scope = createScope();
  const element = new Audio();
  element.preload = 'metadata';
  element.src = url;
  let context: AudioContext | null = null;
  let graph: MuffledGraph | null = null;
  let isFull = false;
  const hear = () => graph?.hear(element.paused ? 'nothing' : isFull ? 'full' : 'muffled');

  function connect(): void {
    if (graph !== null) return;
    const audio = new AudioContext({ latencyHint: 'interactive' });
    context = audio;
    scope.add(() => void audio.close());
    graph = createMuffledGraph(audio, audio.destination);
    audio.createMediaElementSource(element).connect(graph.input);
  }
  const player: MuffledPlayer = {
    play() {
      if (scope.closed) return;
      connect();
      void context?.resume();
      element.play().catch((error: unknown) => {
        // Another press came first; that is no failure.
        const isAborted = error instanceof DOMException && error.name === 'AbortError';
        if (!isAborted && !scope.closed) onFailed?.();
      });
      hear();
    },
    pause: () => element.pause(),
    seek(seconds) {
      const limit = player.seconds() || Number.POSITIVE_INFINITY;
      element.currentTime = Math.min(Math.max(0, seconds), limit);
    },
    openFull(on) {
      isFull = on;
      hear();
    },
    setRate(rate) {
      element.defaultPlaybackRate = rate;
      element.playbackRate = rate;
    },
    position: () => element.currentTime,
    seconds: () => (Number.isFinite(element.duration) ? element.duration : 0),
    heard: () =>
      Array.from({ length: element.played.length }, (_, part) => [
        element.played.start(part),
        element.played.end(part),
      ]),
    onEnd: null,
    close: () => scope.close(),
  };
  scope.add(() => {
    element.pause();
    element.removeAttribute('src');
    element.load();
  });
  scope.listen(element, 'playing', () => onPlaying?.(true));
  scope.listen(element, 'pause', () => {
    hear();
    onPlaying?.(false);
  });
  scope.listen(element, 'ended', () => {
    if (!scope.closed) player.onEnd?.();
  });
  scope.listen(element, 'error', () => {
    if (element.error !== null) onFailed?.();
  });
  return player;
}
