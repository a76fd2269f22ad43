// Loading: the waveform fills in from the left as the worker reads the take.
import { useCallback } from 'react';
import { studioMessages } from '../../lib/messages/studio.ts';
import { fill } from '../../lib/messages.ts';
import { Canvas, type Draw } from '../../ui/Canvas.tsx';
import type { EditorState } from './atoms.ts';
import styles from './editor.module.css';
import { barHeights } from './wave/barHeights.ts';
import { PEAKS_ALPHA } from './wave/drawTile.ts';

type Loading = Extract<EditorState, { phase: 'preparing' | 'repairing' }>;

const BAR_STEP = 5;

export function EditorLoading({ state }: { state: Loading }) {
  const pyramid = state.phase === 'preparing' ? state.pyramid : null;
  const { fraction } = state;
  const draw = useCallback<Draw>(
    (context, width, height) => {
      const css = getComputedStyle(context.canvas);
      const count = Math.floor(width / BAR_STEP);
      const filled = pyramid ? Math.floor(count * fraction) : 0;
      const step = pyramid && filled > 0 ? (pyramid.pairs * pyramid.secondsPerPair) / filled : 0;
      const heights = pyramid && filled > 0 ? barHeights(pyramid, 0, step, filled) : null;
      const gradient = context.createLinearGradient(0, 0, width, 0);
      gradient.addColorStop(0, css.getPropertyValue('--accent-from'));
      gradient.addColorStop(1, css.getPropertyValue('--accent-to'));
      const rest = css.getPropertyValue('--surface-3');
      for (let bar = 0; bar < count; bar++) {
        const isRead = heights !== null && bar < filled;
        context.fillStyle = isRead ? gradient : rest;
        for (const tone of ['peaks', 'body'] as const) {
          const half = Math.max(1.5, isRead ? (heights[tone][bar] ?? 0) * (height / 2 - 4) : 0);
          context.globalAlpha = isRead && tone === 'peaks' ? PEAKS_ALPHA : 1;
          context.beginPath();
          context.roundRect(bar * BAR_STEP + 1, height / 2 - half, 3, half * 2, 1.5);
          context.fill();
        }
      }
    },
    [pyramid, fraction],
  );
  const percent = Math.round(fraction * 100);
  return (
    <section className={styles.loading}>
      <h1>
        {state.phase === 'repairing' ? studioMessages.editor.repairing : studioMessages.editor.preparing}
      </h1>
      <Canvas draw={draw} className={styles.loadingWave} />
      <p
        className={styles.percent}
        role="progressbar"
        aria-label={studioMessages.editor.preparing}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        {fill(studioMessages.studio.percent, { n: percent })}
      </p>
    </section>
  );
}
