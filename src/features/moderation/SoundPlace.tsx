// The whole recording as bars: heard so far in accent, reported moments as marks, a press jumps there.
import { useCallback } from 'react';
import { faceHeights } from '../../lib/face.ts';
import { formatDuration } from '../../lib/format.ts';
import { moderationMessages } from '../../lib/messages/moderation.ts';
import { fill } from '../../lib/messages.ts';
import { Canvas, type Draw } from '../../ui/Canvas.tsx';
import styles from './Listening.module.css';

export interface SoundPlaceProps {
  face: string;
  seconds: number;
  position: number;
  marks: readonly number[];
  onSeek: (seconds: number) => void;
}

const words = moderationMessages.moderation;
/** Seconds of an arrow key. */
const STEP_SECONDS = 5;

export function SoundPlace({ face, seconds, position, marks, onSeek }: SoundPlaceProps) {
  const draw = useCallback<Draw>(
    (context, width, height) => {
      const heights = faceHeights(face);
      const step = width / heights.length;
      const heard = seconds > 0 ? position / seconds : 0;
      for (const [index, value] of heights.entries()) {
        const tall = Math.max(3, value * height * 0.9);
        context.fillStyle = index / heights.length < heard ? '#ff6b6f' : 'rgb(247 239 243 / 42%)';
        context.beginPath();
        context.roundRect(index * step + step * 0.15, (height - tall) / 2, step * 0.7, tall, step * 0.3);
        context.fill();
      }
      context.fillStyle = '#ffc46b';
      for (const mark of marks) context.fillRect((mark / Math.max(1, seconds)) * width - 1, 0, 2, height);
    },
    [face, seconds, position, marks],
  );
  return (
    <div className={styles.place}>
      <Canvas draw={draw} className={styles.bars} aria-hidden="true" />
      <input
        type="range"
        className={styles.seek}
        aria-label={words.position}
        aria-valuetext={fill(words.positionValue, {
          elapsed: formatDuration(position),
          total: formatDuration(seconds),
        })}
        min={0}
        max={Math.max(1, Math.ceil(seconds))}
        step={0.1}
        value={position}
        onKeyDown={(event) => {
          const by = { ArrowRight: STEP_SECONDS, ArrowLeft: -STEP_SECONDS }[event.key];
          if (by === undefined) return;
          event.preventDefault();
          onSeek(Math.min(seconds, Math.max(0, position + by)));
        }}
        onChange={(event) => onSeek(event.currentTarget.valueAsNumber)}
      />
    </div>
  );
}
