// The circle in the middle of the player: play button and live bars, inside the ring that seeks.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { type CSSProperties, useRef } from 'react';
import type { TrackView } from '../../../api/contract/tracks.ts';
import { huesOf } from '../../lib/hues.ts';
import { fill, messages } from '../../lib/messages.ts';
import { playerStateAtom } from '../../state/player.ts';
import { toggleAtom } from '../../state/playerActions.ts';
import { Icon } from '../../ui/Icon.tsx';
import { SeekRing } from './SeekRing.tsx';
import { useVisualizer } from './useVisualizer.ts';
import styles from './Visualizer.module.css';

export function Visualizer({ track }: { track: TrackView }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const ring = useRef<HTMLCanvasElement>(null);
  const dragged = useRef<number | null>(null);
  const { phase } = useAtomValue(playerStateAtom);
  const toggle = useSetAtom(toggleAtom);
  const redraw = useVisualizer(canvas, ring, { track, dragged });
  const running = phase === 'playing' || phase === 'loading';
  const title = track.title === '' ? messages.card.untitled : track.title;
  const hues = huesOf(track.face);

  return (
    <div
      className={styles.circle}
      data-phase={phase}
      style={{ '--one': hues.first, '--two': hues.second } as CSSProperties}
    >
      <span className={styles.room} aria-hidden="true" />
      <span className={styles.breath} aria-hidden="true" />
      <canvas ref={ring} className={styles.canvas} />
      <canvas ref={canvas} className={`${styles.canvas} ${styles.moving}`} data-visualizer />
      {phase === 'loading' && <span className={styles.buffering} aria-hidden="true" />}
      <SeekRing dragged={dragged} onDrag={redraw} />
      <button
        type="button"
        className={styles.play}
        aria-label={fill(running ? messages.card.pause : messages.card.play, { title })}
        onClick={() => void toggle()}
      >
        <Icon name={running ? 'pause' : 'play'} size={34} />
      </button>
    </div>
  );
}
