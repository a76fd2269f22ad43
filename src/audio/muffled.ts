// A recording under review: silent when opened, then muffled, at full sound only while the moderator holds it open.
// Only the audio element fetches.
import { createScope } from '../lib/scope.ts';
import { createMuffledGraph, type MuffledGraph } from './muffledGraph.ts';

export interface MuffledOptions {
  /** Playback started or stopped, also when the browser paused it. */
  onPlaying?: (playing: boolean) => void;
  /** The audio is missing, or the browser cannot play it. */
  onFailed?: () => void;
}

/** Times are seconds of the recording. */
export interface MuffledPlayer {
  /** Muffled, or full while `openFull`; call the first time from a tap or key. Starts over after the end. */
  play(): void;
  /** Keeps the position. */
  pause(): void;
  /** Clamped to the recording; does not start. */
  seek(seconds: number): void;
  /** `on`: full sound. */
  openFull(on: boolean): void;
  /** Playback speed, 0.25 … 4; the pitch stays. */
  setRate(rate: number): void;
  /** Exact, and cheap enough for every frame. */
  position(): number;
  /** Length; 0 until it is known. */
  seconds(): number;
  /** Played parts, each from … to, without overlaps. */
  heard(): readonly (readonly [number, number])[];
  /** Called when the recording reaches its end. */
  onEnd: (() => void) | null;
  /** Releases everything; harmless when repeated. */
  close(): void;
}

/** Opens silently, and creates no audio graph until the first `play`. */
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
        // A later tap replaced this one, which is no failure.
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
