// The progress line of the fixed player; it seeks by keyboard, touch seeks in the full player.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { speakDuration } from '../../lib/format.ts';
import { fill, messages } from '../../lib/messages.ts';
import { durationSecondsAtom, elapsedSecondsAtom } from '../../state/player.ts';
import { seekAtom } from '../../state/playerActions.ts';
import { SeekKeys } from '../../ui/SeekKeys.tsx';
import styles from './MiniBar.module.css';

export function MiniProgress() {
  const elapsed = useAtomValue(elapsedSecondsAtom);
  const duration = useAtomValue(durationSecondsAtom);
  const seek = useSetAtom(seekAtom);
  return (
    <>
      <span className={styles.progress} aria-hidden="true" />
      <SeekKeys
        label={messages.player.position}
        valueText={fill(messages.player.positionValue, {
          elapsed: speakDuration(elapsed),
          total: speakDuration(duration),
        })}
        value={elapsed}
        max={Math.floor(duration)}
        onSeek={seek}
      />
    </>
  );
}
