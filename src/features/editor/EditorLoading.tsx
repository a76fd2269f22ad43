// While the take is read: the waveform fills in from the left as the worker gets there.
import { useCallback } from 'react';
import { studioMessages } from '../../lib/messages/studio.ts';
import { fill } from '../../lib/messages.ts';
import { Canvas, type Draw } from '../../ui/Canvas.tsx';
import type { EditorState } from './atoms.ts';
import styles from './editor.module.css';

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
      const values = new Float32Array(count * 2);
      if (pyramid && filled > 0) {
        pyramid.columns(0, (pyramid.pairs * pyramid.secondsPerPair) / filled, filled, values);
      }
      const scale = (height / 2 - 4) / Math.max(0.17, pyramid?.loudest ?? 1);
      const gradient = context.createLinearGradient(0, 0, width, 0);
      gradient.addColorStop(0, css.getPropertyValue('--accent-from'));
      gradient.addColorStop(1, css.getPropertyValue('--accent-to'));
      const rest = css.getPropertyValue('--surface-3');
      for (let bar = 0; bar < count; bar++) {
        const reach = Math.max(-(values[bar * 2] ?? 0), values[bar * 2 + 1] ?? 0) * scale;
        const half = Math.max(1.5, reach);
        context.fillStyle = bar < filled ? gradient : rest;
        context.beginPath();
        context.roundRect(bar * BAR_STEP + 1, height / 2 - half, 3, half * 2, 1.5);
        context.fill();
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
