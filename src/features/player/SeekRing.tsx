// The ring around the circle: a slider for dragging and keys, with the time in a bubble while it is dragged.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { type KeyboardEvent, type PointerEvent, type RefObject, useState } from 'react';
import { formatDuration, speakDuration } from '../../lib/format.ts';
import { fill, messages } from '../../lib/messages.ts';
import { durationSecondsAtom, elapsedSecondsAtom } from '../../state/player.ts';
import { seekAtom, skipAtom } from '../../state/playerRun.ts';
import { placeOf } from './ringPicture.ts';
import styles from './Visualizer.module.css';

const STEP_SECONDS = 5;
const PAGE_SECONDS = 15;

export interface SeekRingProps {
  /** Position under the finger, 0…1; null while the user is not seeking. Written here, read in every frame. */
  dragged: RefObject<number | null>;
  /** `dragged` has changed. */
  onDrag: () => void;
}

export function SeekRing({ dragged, onDrag }: SeekRingProps) {
  const [dragging, setDragging] = useState<number | null>(null);
  const elapsed = useAtomValue(elapsedSecondsAtom);
  const duration = useAtomValue(durationSecondsAtom);
  const seek = useSetAtom(seekAtom);
  const skip = useSetAtom(skipAtom);
  const shown = dragging === null ? elapsed : dragging * duration;

  const drag = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const place = placeOf(event.clientX - box.left - box.width / 2, event.clientY - box.top - box.height / 2);
    // Crossing the gap at the top must not move the position to the other end.
    const from = dragged.current;
    const next = from !== null && Math.abs(place - from) > 0.5 ? Math.round(from) : place;
    dragged.current = next;
    setDragging(next);
    onDrag();
  };
  const drop = (commit: boolean) => {
    const place = dragged.current;
    dragged.current = null;
    setDragging(null);
    if (commit && place !== null) seek(place * duration);
    onDrag();
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
    <>
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
      {/* Inside the ring touch scrolls the page instead of seeking. */}
      <span className={styles.hole} aria-hidden="true" />
      {dragging !== null && <output className={styles.bubble}>{formatDuration(shown)}</output>}
    </>
  );
}
