// The line along the fixed player: a slider for keys and mice; a thumb seeks in the full player.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { speakDuration } from '../../lib/format.ts';
import { fill, messages } from '../../lib/messages.ts';
import { durationSecondsAtom, elapsedSecondsAtom } from '../../state/player.ts';
import { seekAtom } from '../../state/playerActions.ts';
import styles from './MiniBar.module.css';

const STEP_SECONDS = 5;

export function MiniProgress() {
  const elapsed = useAtomValue(elapsedSecondsAtom);
  const duration = useAtomValue(durationSecondsAtom);
  const seek = useSetAtom(seekAtom);
  const step = {
    ArrowLeft: -STEP_SECONDS,
    ArrowDown: -STEP_SECONDS,
    ArrowRight: STEP_SECONDS,
    ArrowUp: STEP_SECONDS,
  };
  return (
    <>
      <span className={styles.progress} aria-hidden="true" />
      <input
        type="range"
        className={styles.seek}
        aria-label={messages.player.position}
        aria-valuetext={fill(messages.player.positionValue, {
          elapsed: speakDuration(elapsed),
          total: speakDuration(duration),
        })}
        min={0}
        max={Math.floor(duration)}
        value={Math.min(elapsed, Math.floor(duration))}
        onChange={(event) => seek(event.currentTarget.valueAsNumber)}
        onKeyDown={(event) => {
          const by = step[event.key as keyof typeof step];
          if (by === undefined) return;
          event.preventDefault();
          seek(elapsed + by);
        }}
      />
    </>
  );
}
