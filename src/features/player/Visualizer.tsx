// The circle in the middle of the player: play button, live bars, and the ring that is also the seek control.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import type { TrackView } from '../../../api/contract/tracks.ts';
import { formatDuration, speakDuration } from '../../lib/format.ts';
import { huesOf } from '../../lib/hues.ts';
import { fill, messages } from '../../lib/messages.ts';
import { durationSecondsAtom, elapsedSecondsAtom, playerStateAtom } from '../../state/player.ts';
import { seekAtom, skipAtom, toggleAtom } from '../../state/playerActions.ts';
import { Icon } from '../../ui/Icon.tsx';
import { placeOf } from './drawPlayer.ts';
import { useVisualizer } from './useVisualizer.ts';
import styles from './Visualizer.module.css';

const STEP_SECONDS = 5;
const PAGE_SECONDS = 15;

export function Visualizer({ track }: { track: TrackView }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const dragged = useRef<number | null>(null);
  const [dragging, setDragging] = useState<number | null>(null);
  const { phase } = useAtomValue(playerStateAtom);
  const elapsed = useAtomValue(elapsedSecondsAtom);
  const duration = useAtomValue(durationSecondsAtom);
  const toggle = useSetAtom(toggleAtom);
  const seek = useSetAtom(seekAtom);
  const skip = useSetAtom(skipAtom);
  const redraw = useVisualizer(canvas, { trackId: track.id, face: track.face, dragged });
  const running = phase === 'playing' || phase === 'loading';
  const title = track.title === '' ? messages.card.untitled : track.title;
  const hues = huesOf(track.id);
  const shown = dragging === null ? elapsed : dragging * duration;

  const drag = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const place = placeOf(event.clientX - box.left - box.width / 2, event.clientY - box.top - box.height / 2);
    // Crossing the opening at the top must not throw the position to the other end.
    const from = dragged.current;
    const next = from !== null && Math.abs(place - from) > 0.5 ? Math.round(from) : place;
    dragged.current = next;
    setDragging(next);
    redraw();
  };
  const drop = (commit: boolean) => {
    const place = dragged.current;
    dragged.current = null;
    setDragging(null);
    if (commit && place !== null) seek(place * duration);
    redraw();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, () => void> = {
      ArrowRight: () => skip(STEP_SECONDS),
      ArrowUp: () => skip(STEP_SECONDS),
      ArrowLeft: () => skip(-STEP_SECONDS),
      ArrowDown: () => skip(-STEP_SECONDS),
      PageUp: () => skip(PAGE_SECONDS),
      PageDown: () => skip(-PAGE_SECONDS),
      Home: () => seek(0),
      End: () => seek(duration),
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    step();
  };

  return (
    <div
      className={styles.circle}
      data-phase={phase}
      style={{ '--one': hues.first, '--two': hues.second } as CSSProperties}
    >
      <span className={styles.room} aria-hidden="true" />
      <span className={styles.breath} aria-hidden="true" />
      <canvas ref={canvas} className={styles.canvas} data-visualizer />
      {phase === 'loading' && <span className={styles.buffering} aria-hidden="true" />}
      <div
        role="slider"
        tabIndex={0}
        className={styles.ring}
        aria-label={messages.player.position}
        aria-valuemin={0}
        aria-valuemax={Math.floor(duration)}
        aria-valuenow={Math.floor(shown)}
        aria-valuetext={fill(messages.player.positionValue, {
          elapsed: speakDuration(shown),
          total: speakDuration(duration),
        })}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          drag(event);
        }}
        onPointerMove={(event) => {
          if (dragged.current !== null) drag(event);
        }}
        onPointerUp={() => drop(true)}
        onPointerCancel={() => drop(false)}
      />
      {/* Inside the ring a thumb scrolls the page and seeks nothing. */}
      <span className={styles.hole} aria-hidden="true" />
      {dragging !== null && <output className={styles.bubble}>{formatDuration(shown)}</output>}
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
