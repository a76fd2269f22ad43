// The visualizer's animation-frame loop: runs only while something moves and the page is visible.
import { BARS, settle } from '../../lib/bars.ts';
import { huesOf } from '../../lib/hues.ts';
import { paint, type Surface } from '../../ui/Canvas.tsx';
import { drawPlayer, type PlayerPicture } from './drawPlayer.ts';
import { drawSeekRing, placesOf, type Ring } from './ringPicture.ts';
import type { HeardTrack, SpectrumEar } from './spectrumEar.ts';

/** One frame of a 60 Hz screen, milliseconds. Requesting a frame without drawing costs a full rendering pass. */
const SCREEN_FRAME = 17;
/** Tolerance for frames that come early, milliseconds. */
const EARLY = SCREEN_FRAME / 4;

interface FramePace {
  /** Draws in the next frame, or in the next due frame. */
  ask(): void;
  /** Stops drawing until the next call; the frame after it does not count as early. */
  stop(): void;
}

interface PaceOptions {
  /** Upper limit; read again for every frame. */
  framesPerSecond(): number;
  /** True: in the page's own frames, with the screen. False: when due, outside the page's rendering. */
  isOnPage: boolean;
}

/**
 * `draw` receives the time and the seconds since the previous frame, null for the first one and after a pause, and
 * answers whether there is more to draw.
 */
function createFramePace(
  draw: (now: number, seconds: number | null) => boolean,
  { framesPerSecond, isOnPage }: PaceOptions,
): FramePace {
  let frame = 0;
  let pause: ReturnType<typeof setTimeout> | undefined;
  /** After a pause the first frame may carry the time of the screen's last one, and does not count as early. */
  let isDue = false;
  let before = 0;

  /** Least milliseconds between two frames. */
  const distance = () => 1000 / framesPerSecond() - (isOnPage ? EARLY : 0);

  const onFrame = (now: number) => {
    frame = 0;
    const early = before + distance() - now;
    if (early > 0 && !isDue) return askIn(early);
    isDue = false;
    const seconds = before === 0 ? null : (now - before) / 1000;
    before = now;
    if (!draw(now, seconds)) before = 0;
    // Outside the page the next frame is due this long after the start of this one; in the page the screen's own rate
    // adds to it.
    else askIn(isOnPage ? distance() : Math.max(0, now + distance() - performance.now()));
  };
  const ask = () => {
    if (frame !== 0 || pause !== undefined || document.hidden) return;
    if (isOnPage) frame = requestAnimationFrame(onFrame);
    else askIn(0);
  };
  /** The first frame after this many milliseconds. */
  const askIn = (milliseconds: number) => {
    if (isOnPage && milliseconds <= SCREEN_FRAME) ask();
    else
      pause = setTimeout(() => {
        pause = undefined;
        isDue = true;
        if (isOnPage) ask();
        else if (!document.hidden) onFrame(performance.now());
      }, milliseconds);
  };
  return {
    ask,
    stop() {
      clearTimeout(pause);
      pause = undefined;
      cancelAnimationFrame(frame);
      frame = 0;
      before = 0;
    },
  };
}

/** The peak frequency is published for tests and tools at most this often. */
const PUBLISH_MS = 250;
/** Longest time step of one frame, and the step of the first frame, seconds. */
const LONGEST_STEP = 0.1;
const FIRST_STEP = 0.016;
/** The halo follows the loudness with this time constant, seconds. */
const HALO_SECONDS = 0.12;
/** Below this the halo has settled. */
const HALO_STILL = 0.01;

/** Values the loop reads for every frame. */
interface VisualizerSource {
  /** Upper limit, by the device's profile. */
  framesPerSecond(): number;
  playing(): boolean;
  /** Current position in the recording, seconds. */
  seconds(): number;
  /** 0 … 1. */
  progress(): number;
  element(): HTMLMediaElement | null;
}

interface VisualizerLoop {
  /** Something changed: draws at least one frame. */
  wake(): void;
  close(): void;
}

/** The canvas that changes every frame, and the ring around it, which rarely changes. */
interface VisualizerCanvases {
  canvas: HTMLCanvasElement;
  ring: HTMLCanvasElement;
  /** At low frame rates the canvas is drawn outside the page's rendering, not with the screen's frames. */
  isOffThread: boolean;
}

export function createVisualizerLoop(
  { canvas, ring, isOffThread }: VisualizerCanvases,
  track: Pick<HeardTrack, 'cover'> & { colours: string },
  ear: SpectrumEar,
  source: VisualizerSource,
): VisualizerLoop {
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  const [surface, ringSurface] = [surfaceOf(canvas, isOffThread), surfaceOf(ring, isOffThread)];
  const hues = huesOf(track.colours);
  const picture: PlayerPicture = { bars: new Float32Array(BARS), loudness: 0, hues };
  const played: Ring = { cover: track.cover, progress: 0, hues };
  /** Last drawn position of the knob, in steps of half a pixel; null after a change of size. */
  let place: number | null = null;
  const target = new Float32Array(BARS);
  let closed = false;
  /** Widths of the canvases, CSS pixels. */
  let [box, ringBox] = [0, 0];
  let published = 0;

  const mayMove = () => source.playing() && !still.matches;

  const publish = (now: number) => {
    if (now - published <= PUBLISH_MS) return;
    published = now;
    if (canvas.dataset.source !== ear.source) canvas.dataset.source = ear.source;
    const hz = ear.peakHz();
    if (hz !== null) canvas.dataset.peakHz = hz.toFixed(0);
  };

  /** Advances the picture. Returns whether it still moves. */
  const advance = (now: number, seconds: number): boolean => {
    const progress = source.progress();
    played.progress = progress;
    let loudness = 0;
    if (mayMove()) {
      loudness = ear.hear(target, { seconds: source.seconds(), progress, step: seconds });
      publish(now);
    } else target.fill(0);
    const moving = settle(picture.bars, target, seconds);
    picture.loudness += (loudness - picture.loudness) * (1 - Math.exp(-seconds / HALO_SECONDS));
    return moving || picture.loudness > HALO_STILL;
  };

  const draw = (now: number, passed: number | null) => {
    const seconds = passed === null ? FIRST_STEP : Math.min(LONGEST_STEP, passed);
    const settling = advance(now, seconds);
    if (box > 0) {
      paint(surface, box, box, (context, size) => drawPlayer(context, size, picture));
      drawRing();
    }
    const moves = mayMove() || settling;
    if (!moves) rest();
    tell(moves);
    return moves;
  };
  const drawRing = () => {
    const now = Math.round(played.progress * placesOf(ringBox));
    if (now === place) return;
    place = now;
    paint(ringSurface, ringBox, ringBox, (context, size) => drawSeekRing(context, size, played));
  };
  const pace = createFramePace(draw, {
    framesPerSecond: source.framesPerSecond,
    isOnPage: surface === canvas,
  });
  /** Written only when it changes: every write costs a style recalculation. */
  const tell = (moves: boolean) => {
    const word = String(moves);
    if (canvas.dataset.running !== word) canvas.dataset.running = word;
  };

  const rest = () => {
    ear.rest();
    delete canvas.dataset.peakHz;
  };
  const stop = () => {
    pace.stop();
    rest();
    tell(false);
  };
  const wake = () => {
    if (mayMove()) void ear.open(source.element(), () => !closed && !document.hidden && source.playing());
    pace.ask();
  };

  const onVisibility = () => (document.hidden ? stop() : wake());
  const measure = () => {
    [box, ringBox] = [canvas.clientWidth, ring.clientWidth];
    place = null;
  };
  measure();
  const resize = new ResizeObserver(() => {
    measure();
    pace.ask();
  });
  resize.observe(canvas);
  document.addEventListener('visibilitychange', onVisibility);
  wake();
  return {
    wake,
    close() {
      closed = true;
      stop();
      ear.close();
      resize.disconnect();
      document.removeEventListener('visibilitychange', onVisibility);
    },
  };
}

/**
 * Surfaces of the moving picture. Drawing on a canvas of the document costs a full rendering pass of the page per
 * frame, as much again as the picture; an OffscreenCanvas sends frames to the screen directly.
 */
const surfaces = new WeakMap<HTMLCanvasElement, OffscreenCanvas>();

/** Checked before a canvas transfers its surface: some browsers have OffscreenCanvas without a 2D context. */
function draws(): boolean {
  try {
    return new OffscreenCanvas(1, 1).getContext('2d') !== null;
  } catch {
    return false;
  }
}

/**
 * The canvas's OffscreenCanvas once transferred, which cannot be undone. The canvas itself where `isOffThread` is false
 * or the browser lacks support.
 */
function surfaceOf(canvas: HTMLCanvasElement, isOffThread: boolean): Surface {
  const known = surfaces.get(canvas);
  if (known !== undefined) return known;
  if (!isOffThread || !draws()) return canvas;
  try {
    const surface = canvas.transferControlToOffscreen();
    surfaces.set(canvas, surface);
    return surface;
  } catch {
    return canvas;
  }
}
