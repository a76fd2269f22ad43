// Keyboard seeking for lines that are too small to seek by touch. The parent shows the focus.
import styles from './SeekKeys.module.css';

export interface SeekKeysProps {
  label: string;
  valueText: string;
  /** Whole seconds. */
  value: number;
  max: number;
  onSeek: (seconds: number) => void;
}

const STEP_SECONDS = 5;
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -STEP_SECONDS,
  ArrowDown: -STEP_SECONDS,
  ArrowRight: STEP_SECONDS,
  ArrowUp: STEP_SECONDS,
};

export function SeekKeys({ label, valueText, value, max, onSeek }: SeekKeysProps) {
  return (
    <input
      type="range"
      className={styles.seek}
      aria-label={label}
      aria-valuetext={valueText}
      min={0}
      max={max}
      value={Math.min(value, max)}
      onChange={(event) => onSeek(event.currentTarget.valueAsNumber)}
      onKeyDown={(event) => {
        const by = STEPS[event.key];
        if (by === undefined) return;
        event.preventDefault();
        onSeek(value + by);
      }}
    />
  );
}
