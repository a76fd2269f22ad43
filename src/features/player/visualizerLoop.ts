// The visualizer's animation-frame loop: runs only while something moves and the page can be seen.
import { BARS, settle } from '../../lib/bars.ts';
import { huesOf } from '../../lib/hues.ts';
import { paint } from '../../ui/Canvas.tsx';
import { drawPlayer, type PlayerPicture } from './drawPlayer.ts';
import type { HeardTrack, SpectrumEar } from './spectrumEar.ts';

/** The heard frequency is published for tests and tools at most this often. */
const PUBLISH_MS = 250;
/** Longest step of time that one frame shows, and the one of the first frame, seconds. */
const LONGEST_STEP = 0.1;
const FIRST_STEP = 0.016;
/** The halo follows the loudness with this time constant, seconds. */
const HALO_SECONDS = 0.12;
/** Of a screen of 60, milliseconds. A frame that is asked for and not used costs its whole round. */
const SCREEN_FRAME = 17;
/** Below this the halo has settled. */
const HALO_STILL = 0.01;

/** What a frame asks for; read anew for every frame. */
export interface VisualizerSource {
  /** At most, by what the device is good for. */
  framesPerSecond(): number;
  playing(): boolean;
  /** Seconds of the recording that are heard now. */
  seconds(): number;
  /** 0 … 1. */
  progress(): number;
  element(): HTMLMediaElement | null;
}

export interface VisualizerLoop {
  /** Something changed: draws at least one frame. */
  wake(): void;
  close(): void;
}

/** Least milliseconds between two frames; a screen's come a little early or late. */
const pauseOf = (framesPerSecond: number) => 1000 / framesPerSecond - SCREEN_FRAME / 4;

export function createVisualizerLoop(
  canvas: HTMLCanvasElement,
  track: Pick<HeardTrack, 'face'> & { colours: string },
  ear: SpectrumEar,
  source: VisualizerSource,
): VisualizerLoop {
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  const picture: PlayerPicture = {
    face: track.face,
    bars: new Float32Array(BARS),
    loudness: 0,
    progress: 0,
    hues: huesOf(track.colours),
  };
  const target = new Float32Array(BARS);
  let closed = false;
  let frame = 0;
  /** Width of the canvas, CSS pixels. */
  let box = canvas.clientWidth;
  let pause: ReturnType<typeof setTimeout> | undefined;
  /** The pause is over: the frame that comes may bear the time of the screen's last one, and is not early. */
  let isDue = false;
  let before = 0;
  let published = 0;

  const mayMove = () => source.playing() && !still.matches;

  const publish = (now: number) => {
    if (now - published <= PUBLISH_MS) return;
    published = now;
    if (canvas.dataset.source !== ear.source) canvas.dataset.source = ear.source;
    const hz = ear.peakHz();
    if (hz !== null) canvas.dataset.peakHz = hz.toFixed(0);
  };

  /** Moves the picture on; answers whether it has not come to rest. */
  const advance = (now: number, seconds: number): boolean => {
    picture.progress = source.progress();
    let loudness = 0;
    if (mayMove()) {
      const { progress } = picture;
      loudness = ear.hear(target, { seconds: source.seconds(), progress, step: seconds });
      publish(now);
    } else target.fill(0);
    const moving = settle(picture.bars, target, seconds);
    picture.loudness += (loudness - picture.loudness) * (1 - Math.exp(-seconds / HALO_SECONDS));
    return moving || picture.loudness > HALO_STILL;
  };

  const draw = (now: number) => {
    frame = 0;
    const early = before + pauseOf(source.framesPerSecond()) - now;
    if (early > 0 && !isDue) return askIn(early);
    isDue = false;
    const seconds = before === 0 ? FIRST_STEP : Math.min(LONGEST_STEP, (now - before) / 1000);
    before = now;
    const settling = advance(now, seconds);
    if (box > 0) paint(canvas, box, box, (context, size) => drawPlayer(context, size, picture));
    const moves = mayMove() || settling;
    if (moves) askIn(pauseOf(source.framesPerSecond()));
    else rest();
    tell(moves);
  };
  /** A word in the document, when it changes: every one costs a look at the styles. */
  const tell = (moves: boolean) => {
    const word = String(moves);
    if (canvas.dataset.running !== word) canvas.dataset.running = word;
  };

  const rest = () => {
    before = 0;
    ear.rest();
    delete canvas.dataset.peakHz;
  };
  const ask = () => {
    if (frame === 0 && !document.hidden) frame = requestAnimationFrame(draw);
  };
  /** The first frame after so many milliseconds. */
  const askIn = (milliseconds: number) => {
    clearTimeout(pause);
    if (milliseconds <= SCREEN_FRAME) ask();
    else
      pause = setTimeout(() => {
        isDue = true;
        ask();
      }, milliseconds);
  };
  const stop = () => {
    clearTimeout(pause);
    cancelAnimationFrame(frame);
    frame = 0;
    rest();
    tell(false);
  };
  const wake = () => {
    if (mayMove()) void ear.open(source.element(), () => !closed && !document.hidden && source.playing());
    ask();
  };

  const onVisibility = () => (document.hidden ? stop() : wake());
  const resize = new ResizeObserver(() => {
    box = canvas.clientWidth;
    ask();
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
