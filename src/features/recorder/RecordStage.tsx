// The record button inside the level ring. It never moves.
import { useAtomValue } from 'jotai';
import type { VoiceMeter } from '../../audio/voiceMeter.ts';
import { isRunning, recorderAtom } from './atoms.ts';
import { LevelRing } from './LevelRing.tsx';
import styles from './recorder.module.css';

export interface RecordStageProps {
  meter: VoiceMeter | null;
  startLabel: string;
  stopLabel: string;
  onPress: () => void;
}

export function RecordStage({ meter, startLabel, stopLabel, onPress }: RecordStageProps) {
  const state = useAtomValue(recorderAtom);
  const running = isRunning(state);
  const waiting = state.phase === 'requesting' || state.phase === 'finishing' || state.phase === 'saved';
  const look = state.phase === 'recording' ? styles.running : running ? styles.resting : '';
  return (
    <div className={styles.stage}>
      <LevelRing
        meter={meter}
        live={state.phase === 'recording' || state.phase === 'countdown'}
        fresh={!running && state.phase !== 'finishing' && state.phase !== 'finished'}
      />
      <button
        type="button"
        className={`${styles.button} ${look}`}
        aria-label={running ? stopLabel : startLabel}
        aria-disabled={waiting}
        onClick={waiting ? undefined : onPress}
      >
        {state.phase === 'countdown' ? (
          <span className={styles.count}>{state.left}</span>
        ) : (
          <span className={styles.mark} />
        )}
      </button>
    </div>
  );
}
