// The whole recording in one strip: kept parts, and the window that the waveform shows, moved by drag, press or keys.

import { useAtomValue } from 'jotai';
import { type KeyboardEvent, type PointerEvent, useCallback, useEffect, useRef, useState } from 'react';
import { editorMessages } from '../../lib/messages/editor.ts';
import { studioMessages } from '../../lib/messages/studio.ts';
import { fill } from '../../lib/messages.ts';
import { Canvas, type Draw } from '../../ui/Canvas.tsx';
import { areasAtom, type EditorSource, playheadAtom } from './atoms.ts';
import styles from './editor.module.css';
import { onGrowth, type PeakPyramid } from './peakPyramid.ts';
import { speakTime } from './times.ts';
import { barHeights } from './wave/barHeights.ts';
import type { WaveView } from './wave/waveView.ts';

/** Minimum width of the window, CSS pixels. */
const SMALLEST_WINDOW = 10;
/** Arrow keys move by this share of the visible part. */
const KEY_SHARE = 0.25;

export function Overview({ source, view }: { source: EditorSource; view: WaveView | null }) {
  const strip = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const grip = useRef(0);
  const [isWide, setWide] = useState(false);

  useEffect(() => {
    if (!view) return;
    const place = () => {
      const { from, share } = windowOf(view, source.seconds);
      setWide(share < 0.999);
      if (!frame.current || !strip.current) return;
      const width = Math.max(SMALLEST_WINDOW, share * strip.current.clientWidth);
      const room = strip.current.clientWidth - width;
      frame.current.style.width = `${width}px`;
      frame.current.style.transform = `translateX(${share < 1 ? (from / (1 - share)) * room : 0}px)`;
      const at = (part: number) => speakTime(Math.round(part * source.seconds));
      strip.current.setAttribute('aria-valuenow', String(Math.round(from * source.seconds)));
      strip.current.setAttribute(
        'aria-valuetext',
        fill(editorMessages.windowValue, { from: at(from), to: at(from + share), total: at(1) }),
      );
    };
    view.onLayout(place);
    view.onScroll(place);
    place();
  }, [view, source]);

  /** `share`: where the middle of the window goes, 0 … 1 of the recording. */
  const centre = (share: number) => {
    if (view) view.scrollTo(share * source.seconds * view.pixelsPerSecond() - view.width() / 2);
  };
  const shareAt = ({ clientX, currentTarget }: PointerEvent<HTMLDivElement>) => {
    const box = currentTarget.getBoundingClientRect();
    return (clientX - box.left) / box.width;
  };
  const press = (event: PointerEvent<HTMLDivElement>) => {
    if (!view || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const { from, share } = windowOf(view, source.seconds);
    const offset = shareAt(event) - (from + share / 2);
    // A press on the window drags it; a press outside moves it there.
    const reach = Math.max(share, SMALLEST_WINDOW / event.currentTarget.clientWidth) / 2;
    grip.current = Math.abs(offset) <= reach ? offset : 0;
    centre(shareAt(event) - grip.current);
  };
  const move = (event: PointerEvent<HTMLDivElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) centre(shareAt(event) - grip.current);
  };
  const key = (event: KeyboardEvent) => {
    if (!view || event.altKey || event.ctrlKey || event.metaKey) return;
    const [left, width] = [view.left(), view.width()];
    const targets: Record<string, number> = {
      ArrowLeft: left - width * KEY_SHARE,
      ArrowRight: left + width * KEY_SHARE,
      PageUp: left + width,
      PageDown: left - width,
      Home: Number.MIN_SAFE_INTEGER,
      End: source.seconds * view.pixelsPerSecond(),
    };
    const to = targets[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    view.scrollTo(to);
  };

  return (
    <div
      ref={strip}
      className={styles.overview}
      role="slider"
      tabIndex={0}
      aria-label={studioMessages.studio.overview}
      aria-valuemin={0}
      aria-valuemax={Math.round(source.seconds)}
      aria-valuenow={0}
      onPointerDown={press}
      onPointerMove={move}
      onKeyDown={key}
    >
      <OverviewStrip source={source} />
      <OverviewMark seconds={source.seconds} />
      <div ref={frame} className={styles.window} hidden={!isWide} />
    </div>
  );
}

/** The part of the recording that is in view: where it begins and how much it is, 0 … 1. */
function windowOf(view: WaveView, seconds: number): { from: number; share: number } {
  const total = seconds * view.pixelsPerSecond();
  const from = Math.max(0, view.left());
  const to = Math.min(total, view.left() + view.width());
  return { from: from / total, share: Math.max(0, to - from) / total };
}

const BAR_STEP = 3;

function OverviewStrip({ source }: { source: EditorSource }) {
  const areas = useAtomValue(areasAtom);
  const grown = useGrowth(source.pyramid);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `grown` represents the content of the pyramid
  const draw = useCallback<Draw>(
    (context, width, height) => {
      const count = Math.ceil(width / BAR_STEP);
      const step = source.seconds / count;
      const { body } = barHeights(source.pyramid, 0, step, count);
      const css = getComputedStyle(context.canvas);
      const [kept, left] = [css.getPropertyValue('--accent-to'), css.getPropertyValue('--faint')];
      const read = source.pyramid.pairs * source.pyramid.secondsPerPair;
      let next = 0;
      for (let bar = 0; bar < count; bar++) {
        const [from, to] = [bar * step, (bar + 1) * step];
        while (next < areas.length && (areas[next]?.end ?? 0) <= from) next++;
        const inside = (areas[next]?.start ?? Number.POSITIVE_INFINITY) < to;
        const half = Math.max(0.75, (body[bar] ?? 0) * (height / 2 - 3));
        context.fillStyle = inside ? kept : left;
        context.globalAlpha = from > read ? 0.2 : inside ? 0.9 : 0.85;
        context.fillRect(bar * BAR_STEP, height / 2 - half, BAR_STEP - 1, half * 2);
      }
      context.globalAlpha = 1;
    },
    [source.pyramid, source.seconds, areas, grown],
  );
  return <Canvas draw={draw} className={styles.overviewCanvas} />;
}

/** Position of the playhead in the recording. */
function OverviewMark({ seconds }: { seconds: number }) {
  const playhead = useAtomValue(playheadAtom);
  return <span className={styles.mark} style={{ left: `${(playhead / seconds) * 100}%` }} />;
}

/** Counts up as the pyramid grows. */
function useGrowth(pyramid: PeakPyramid): number {
  const [grown, setGrown] = useState(0);
  useEffect(() => onGrowth(pyramid, () => setGrown((count) => count + 1)), [pyramid]);
  return grown;
}
