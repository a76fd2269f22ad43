// The take as a strip of bars, drawn from the recorded levels.
import { useAtomValue } from 'jotai';
import { useCallback } from 'react';
import { Canvas, type Draw } from '../../ui/Canvas.tsx';
import { levelLogAtom } from './levelLog.ts';
import styles from './take.module.css';

const BAR_PX = 3;
const GAP_PX = 2;

export function TakeThumb() {
  const log = useAtomValue(levelLogAtom);
  const draw = useCallback<Draw>(
    (context, width, height) => {
      const style = getComputedStyle(context.canvas);
      const gradient = context.createLinearGradient(0, 0, width, 0);
      gradient.addColorStop(0, style.getPropertyValue('--accent-from'));
      gradient.addColorStop(1, style.getPropertyValue('--accent-to'));
      context.fillStyle = gradient;
      const columns = log.columns(Math.max(1, Math.floor(width / (BAR_PX + GAP_PX))));
      columns.forEach((level, index) => {
        const tall = Math.max(BAR_PX, level * height);
        context.beginPath();
        context.roundRect(index * (BAR_PX + GAP_PX), (height - tall) / 2, BAR_PX, tall, BAR_PX / 2);
        context.fill();
      });
    },
    [log],
  );
  return <Canvas draw={draw} aria-hidden="true" className={styles.thumb} />;
}
