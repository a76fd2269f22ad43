// The picture of the whole recording: what is kept and what is not, and where the playhead stands.
import { useAtomValue } from 'jotai';
import { useCallback } from 'react';
import { Canvas, type Draw } from '../../ui/Canvas.tsx';
import { areasAtom, type EditorSource, playheadAtom } from './atoms.ts';
import styles from './editor.module.css';
import { useGrowth } from './useGrowth.ts';
import { barHeights } from './wave/barHeights.ts';

const BAR_STEP = 3;

export function OverviewStrip({ source }: { source: EditorSource }) {
  const areas = useAtomValue(areasAtom);
  const grown = useGrowth(source.pyramid);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `grown` stands for what is inside the pyramid
  const draw = useCallback<Draw>(
    (context, width, height) => {
      const count = Math.ceil(width / BAR_STEP);
      const step = source.seconds / count;
      const { body } = barHeights(source.pyramid, 0, step, count);
      const css = getComputedStyle(context.canvas);
      const [kept, left] = [css.getPropertyValue('--accent-from'), css.getPropertyValue('--faint')];
      const read = source.pyramid.pairs * source.pyramid.secondsPerPair;
      let next = 0;
      for (let bar = 0; bar < count; bar++) {
        const [from, to] = [bar * step, (bar + 1) * step];
        while (next < areas.length && (areas[next]?.end ?? 0) <= from) next++;
        const inside = (areas[next]?.start ?? Number.POSITIVE_INFINITY) < to;
        const half = Math.max(0.75, (body[bar] ?? 0) * (height / 2 - 3));
        context.fillStyle = inside ? kept : left;
        context.globalAlpha = from > read ? 0.2 : inside ? 0.9 : 0.4;
        context.fillRect(bar * BAR_STEP, height / 2 - half, BAR_STEP - 1, half * 2);
      }
      context.globalAlpha = 1;
    },
    [source.pyramid, source.seconds, areas, grown],
  );
  return <Canvas draw={draw} className={styles.overviewCanvas} />;
}

/** Where the playhead stands in the whole. */
export function OverviewMark({ seconds }: { seconds: number }) {
  const playhead = useAtomValue(playheadAtom);
  return <span className={styles.mark} style={{ left: `${(playhead / seconds) * 100}%` }} />;
}
