// A recording under review: silent when opened, then muffled, at full sound only while the moderator holds it open.
// Only the audio element fetches.
import { createScope } from '../lib/scope.ts';

/** Signal that passes. */
export type Hearing = 'nothing' | 'muffled' | 'full';

interface MuffledGraph {
  readonly input: AudioNode;
  /** Crossfades at context time `at`, which is now unless given. */
  hear(hearing: Hearing, at?: number): void;
}

/** Speech is recognisable as speech, its words hardly. */
const MUFFLED_HZ = 700;
/**
 * One biquad falls by 12 dB an octave and leaves 2 kHz at −18 dB. Three of a Butterworth low-pass of sixth order leave it
 * at −54 dB. Web Audio takes the Q of a low-pass in decibels: 20 · log10(1 / (2 · cos θ)), θ = 15°, 45°, 75°.
 */
const SECTION_DECIBELS = [-5.72, -3.01, 5.72];
/** −12 dB, less what a low-pass of this order can add to a square wave at its edge. */
const CEILING = 10 ** (-12 / 20) / 1.35;
/** Compresses quiet and loud passages before the ceiling, so that it rarely clips. */
const THRESHOLD_DECIBELS = -30;
const RATIO = 12;
/** Long enough to avoid a click. */
const FADE_SECONDS = 0.03;

/**
 * Connects `input` to `destination`, silent at first. The muffled path is mono, compressed and has a ceiling of −12
 * dB; the ceiling precedes the low-pass, which removes the harmonics of clipping.
 */
export function createMuffledGraph(context: BaseAudioContext, destination: AudioNode): MuffledGraph {
  const input = context.createGain();
  const muffled = context.createGain();
  const full = context.createGain();
  muffled.gain.value = 0;
  full.gain.value = 0;

  const mono = new GainNode(context, { channelCount: 1, channelCountMode: 'explicit' });
  const level = new DynamicsCompressorNode(context, {
    threshold: THRESHOLD_DECIBELS,
    ratio: RATIO,
    knee: 6,
    attack: 0.002,
    release: 0.2,
    channelCount: 1,
    channelCountMode: 'explicit',
  });
  // The curve covers −1 … 1 and keeps its end values beyond.
  const ceiling = new WaveShaperNode(context, { curve: new Float32Array([-CEILING, 0, CEILING]) });
  // The curve's slope is `CEILING`: this gain makes it 1 below the ceiling.
  const scaled = new GainNode(context, { gain: 1 / CEILING });
  let wall: AudioNode = input.connect(mono).connect(level).connect(scaled).connect(ceiling);
  for (const decibels of SECTION_DECIBELS) {
    wall = wall.connect(
      new BiquadFilterNode(context, { type: 'lowpass', frequency: MUFFLED_HZ, Q: decibels }),
    );
  }
  wall.connect(muffled).connect(destination);
  input.connect(full).connect(destination);

  const turn = (gain: AudioParam, on: boolean, at: number) => {
    gain.cancelScheduledValues(at);
    gain.setTargetAtTime(on ? 1 : 0, at, FADE_SECONDS / 4);
  };
  return {
    input,
    hear(hearing, at = context.currentTime) {
      turn(muffled.gain, hearing === 'muffled', at);
      turn(full.gain, hearing === 'full', at);
    },
  };
}

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
  const updateGraph = () => graph?.hear(element.paused ? 'nothing' : isFull ? 'full' : 'muffled');

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
      updateGraph();
    },
    pause: () => element.pause(),
    seek(seconds) {
      const limit = player.seconds() || Number.POSITIVE_INFINITY;
      element.currentTime = Math.min(Math.max(0, seconds), limit);
    },
    openFull(on) {
      isFull = on;
      updateGraph();
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
    updateGraph();
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
