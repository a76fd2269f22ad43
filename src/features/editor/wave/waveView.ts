// The scrolling, tiled waveform: wavesurfer keeps the scroll box, the zoom and at most a dozen canvases; what is on
// a tile comes from the peak pyramid, so a view costs the same for ten seconds and for an hour.
// Kept areas are our own layer inside its wrapper: its regions plugin cannot stop at a neighbour while dragging.
import WaveSurfer from 'wavesurfer.js';
import { createScope } from '../../../lib/scope.ts';
import type { PeakPyramid } from '../peakPyramid.ts';
import { drawTile, RULER_HEIGHT, type TileColours, WAVE_HEIGHT } from './drawTile.ts';

export interface WaveView {
  /** The element areas and playhead live in; as wide as the audio at this zoom. */
  readonly wrapper: HTMLElement;
  /** CSS pixels per second now; at "fit" whatever fills the box. */
  pixelsPerSecond(): number;
  /** Zoom in CSS pixels per second, keeping `anchorSeconds` where it is on screen. */
  zoom(pixelsPerSecond: number, anchorSeconds?: number): void;
  scrollLeft(): number;
  /** Visible CSS pixels. */
  width(): number;
  scrollTo(left: number): void;
  /** Called once, when the view has its size; at once if it already has. */
  onReady(listener: () => void): void;
  onLayout(listener: () => void): void;
  onScroll(listener: () => void): void;
  destroy(): void;
}

/** Tiles kept while scrolling; wavesurfer itself clears only after ten and then adds three (K11). */
const MAX_TILES = 7;

/** What wavesurfer is told of the audio: enough to size itself, never drawn (the pyramid is). */
const TOKEN_PEAKS = [new Float32Array(16)];

export function createWaveView(
  container: HTMLElement,
  pyramid: PeakPyramid,
  duration: number,
  colours: TileColours,
): WaveView {
  const scope = createScope();
  const layoutListeners = new Set<() => void>();
  const scrollListeners = new Set<() => void>();

  const wave: WaveSurfer = WaveSurfer.create({
    container,
    height: WAVE_HEIGHT + RULER_HEIGHT,
    peaks: TOKEN_PEAKS,
    duration,
    minPxPerSec: 0,
    interact: false,
    cursorWidth: 0,
    waveColor: colours.from,
    progressColor: 'transparent',
    autoScroll: false,
    autoCenter: false,
    renderFunction: (_peaks, context) => {
      const { canvas } = context;
      const width = Number.parseFloat(canvas.style.width);
      const ratio = canvas.width / width;
      context.save();
      context.scale(ratio, ratio);
      drawTile(
        context,
        pyramid,
        {
          left: Number.parseFloat(canvas.style.left),
          width,
          total: wave.getWrapper().clientWidth,
          duration,
        },
        colours,
      );
      context.restore();
      // Its tinted copy for playback progress is not used: the playhead is ours.
      queueMicrotask(() => progress()?.replaceChildren());
    },
  });
  const part = (name: string) => wave.getWrapper().querySelector(`.${name}`)?.firstElementChild;
  const progress = () => part('progress');
  scope.add(() => wave.destroy());
  scope.add(wave.on('redraw', () => tell(layoutListeners)));
  scope.add(
    wave.on('scroll', () => {
      if ((part('canvases')?.childElementCount ?? 0) > MAX_TILES) wave.setOptions({});
      tell(scrollListeners);
    }),
  );

  const pixelsPerSecond = () => wave.getWrapper().clientWidth / duration;

  return {
    get wrapper() {
      return wave.getWrapper();
    },
    pixelsPerSecond,
    zoom(target, anchorSeconds) {
      const before = wave.getScroll();
      const anchor = anchorSeconds ?? (before + wave.getWidth() / 2) / pixelsPerSecond();
      const onScreen = anchor * pixelsPerSecond() - before;
      wave.zoom(target);
      wave.setScroll(Math.max(0, anchor * pixelsPerSecond() - onScreen));
    },
    scrollLeft: () => wave.getScroll(),
    width: () => wave.getWidth(),
    scrollTo: (left) => wave.setScroll(left),
    onReady(listener) {
      if (wave.getDecodedData()) listener();
      else scope.add(wave.once('ready', listener));
    },
    onLayout: (listener) => void layoutListeners.add(listener),
    onScroll: (listener) => void scrollListeners.add(listener),
    destroy: () => scope.close(),
  };
}

function tell(listeners: Set<() => void>): void {
  for (const listener of listeners) listener();
}
