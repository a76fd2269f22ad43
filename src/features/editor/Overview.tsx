// The whole recording in one strip: what is kept, and the window the waveform shows. Press or drag to go there.
import { useAtomValue } from 'jotai';
import { type PointerEvent, useCallback, useEffect, useRef, useState } from 'react';
import { studioMessages } from '../../lib/messages/studio.ts';
import { Canvas, type Draw } from '../../ui/Canvas.tsx';
import { areasAtom, type EditorSource } from './atoms.ts';
import styles from './editor.module.css';
import { barHeights } from './wave/barHeights.ts';
import type { WaveView } from './wave/waveView.ts';

const BAR_STEP = 3;

export function Overview({ source, view }: { source: EditorSource; view: WaveView | null }) {
  const areas = useAtomValue(areasAtom);
  const frame = useRef<HTMLDivElement>(null);
  const [wide, setWide] = useState(false);

  const draw = useCallback<Draw>(
    (context, width, height) => {
      const count = Math.ceil(width / BAR_STEP);
      const step = source.seconds / count;
      const { body } = barHeights(source.pyramid, 0, step, count);
      const css = getComputedStyle(context.canvas);
      const kept = css.getPropertyValue('--accent-from');
      const left = css.getPropertyValue('--faint');
      for (let bar = 0; bar < count; bar++) {
        const at = (bar + 0.5) * step;
        const inside = areas.some((area) => area.start <= at && at <= area.end);
        const half = Math.max(0.75, (body[bar] ?? 0) * (height / 2 - 3));
        context.fillStyle = inside ? kept : left;
        context.globalAlpha = inside ? 0.9 : 0.4;
        context.fillRect(bar * BAR_STEP, height / 2 - half, BAR_STEP - 1, half * 2);
      }
      context.globalAlpha = 1;
    },
    [source, areas],
  );

  useEffect(() => {
    if (!view) return;
    const place = () => {
      const total = view.wrapper.clientWidth;
      const scrolls = total > view.width() + 1;
      setWide(scrolls);
      if (!frame.current) return;
      frame.current.style.left = `${(view.scrollLeft() / total) * 100}%`;
      frame.current.style.width = `${(view.width() / total) * 100}%`;
    };
    view.onLayout(place);
    view.onScroll(place);
    place();
  }, [view]);

  const go = (event: PointerEvent<HTMLDivElement>) => {
    if (!view || event.buttons === 0) return;
    const box = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - box.left) / box.width;
    view.scrollTo(share * view.wrapper.clientWidth - view.width() / 2);
  };

  return (
    <div
      className={styles.overview}
      onPointerDown={go}
      onPointerMove={go}
      title={studioMessages.studio.overview}
    >
      <Canvas draw={draw} className={styles.overviewCanvas} />
      <div ref={frame} className={styles.window} hidden={!wide} />
    </div>
  );
}
