// The animated canvas and its figures; the animation loop runs only while something moves and is visible.
import { useAtomValue } from 'jotai/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { VisibleSound } from '../../audio/visibleSound.ts';
import { BARS, createBars, levelsOfBins, settle } from '../../lib/bars.ts';
import { unicornMessages as words } from '../../lib/messages/unicorn.ts';
import { fill } from '../../lib/messages.ts';
import { paint } from '../../ui/Canvas.tsx';
import { animationAtom, unicornAtom, visibleSoundAtom } from './atoms.ts';
import { drawAdvanced, drawBeam, type VisualizerData } from './drawUnicorn.ts';
import styles from './Unicorn.module.css';

const DRAWINGS = { beam: drawBeam, advanced: drawAdvanced };

/** `children` are rendered between canvas and figures. */
export function UnicornStage({ children }: { children: ReactNode }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const sound = useAtomValue(visibleSoundAtom);
  const { status } = useAtomValue(unicornAtom);
  const animation = useAtomValue(animationAtom);
  const [figures, setFigures] = useState({ percent: 0, isActive: false });
  const data = useRef<VisualizerData>({
    frequencies: new Float32Array(BARS),
    volume: 0,
    isActive: false,
    turned: 0,
  });

  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    return runUnicorn(element, {
      sound,
      picture: data.current,
      drawing: DRAWINGS[animation],
      onFigures: (next) =>
        setFigures((last) =>
          last.percent === next.percent && last.isActive === next.isActive ? last : next,
        ),
    });
  }, [sound, animation]);

  return (
    <>
      <canvas ref={canvas} className={styles.stage} data-unicorn={animation} />
      {children}
      <dl className={styles.figures}>
        <div>
          <dt>{words.status}</dt>
          <dd lang="de">
            <span role="status">{words[status]}</span>
          </dd>
        </div>
        <div>
          <dt>{words.volume}</dt>
          <dd data-volume={figures.percent}>{fill(words.percent, { percent: figures.percent })}</dd>
        </div>
        <div>
          <dt>{words.active}</dt>
          <dd>{figures.isActive ? words.yes : words.no}</dd>
        </div>
      </dl>
    </>
  );
}

/** Reference loudness of a microphone, dB; quiet rooms are far below. */
const REFERENCE_DB = -30;
/** 0 % and 100 % of the volume, dB re full scale. */
const SILENT_DB = -60;
const ACTIVE_VOLUME = 0.15;
/** Minimum time between two updates of the figures. */
const UPDATE_MS = 200;
const LONGEST_STEP = 0.1;

interface UnicornFigures {
  /** Volume, 0 … 100. */
  percent: number;
  isActive: boolean;
}

interface UnicornScene {
  /** Null: the picture settles. */
  sound: VisibleSound | null;
  /** Mutated in place, so that the next sound continues from the last picture. */
  picture: VisualizerData;
  drawing: (
    context: CanvasRenderingContext2D,
    width: number,
    height: number,
    picture: VisualizerData,
  ) => void;
  onFigures: (figures: UnicornFigures) => void;
}

/** Updates the picture by a step in seconds; returns whether it still moves. */
function createListener(sound: VisibleSound | null, picture: VisualizerData): (step: number) => boolean {
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  const bars = createBars();
  const bins = new Uint8Array(sound?.binCount ?? 0);
  const levels = new Float32Array(BARS);
  const target = new Float32Array(BARS);
  return (step) => {
    target.fill(0);
    let volume = 0;
    if (sound !== null) {
      const { rms } = sound.read(bins);
      levelsOfBins(bins, sound.sampleRate, levels);
      bars.heights(levels, REFERENCE_DB, step, target);
      volume = Math.min(1, Math.max(0, 1 - (20 * Math.log10(rms)) / SILENT_DB));
    }
    picture.volume = volume;
    picture.isActive = volume > ACTIVE_VOLUME;
    if (still.matches) return false;
    if (picture.isActive) picture.turned += step * volume;
    return settle(picture.frequencies, target, step);
  };
}

/** Animates `scene` on the canvas; returns the stop. */
function runUnicorn(
  element: HTMLCanvasElement,
  { sound, picture, drawing, onFigures }: UnicornScene,
): () => void {
  const listen = createListener(sound, picture);
  let frame = 0;
  let before = 0;
  let updatedAt = 0;
  const draw = (now: number) => {
    frame = 0;
    const step = before === 0 ? 0 : Math.min(LONGEST_STEP, (now - before) / 1000);
    before = now;
    const moves = listen(step);
    const { clientWidth: width, clientHeight: height } = element;
    if (width > 0) paint(element, width, height, (context, w, h) => drawing(context, w, h, picture));
    if (now - updatedAt > UPDATE_MS || sound === null) {
      updatedAt = now;
      onFigures({ percent: Math.round(picture.volume * 100), isActive: picture.isActive });
    }
    if (sound !== null || moves) ask();
    element.dataset.running = String(frame !== 0);
  };
  const ask = () => {
    if (frame === 0 && !document.hidden) frame = requestAnimationFrame(draw);
  };
  const onVisibility = () => {
    cancelAnimationFrame(frame);
    frame = 0;
    before = 0;
    ask();
  };
  const resize = new ResizeObserver(ask);
  resize.observe(element);
  document.addEventListener('visibilitychange', onVisibility);
  ask();
  return () => {
    cancelAnimationFrame(frame);
    resize.disconnect();
    document.removeEventListener('visibilitychange', onVisibility);
  };
}
