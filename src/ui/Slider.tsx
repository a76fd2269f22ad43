// A native range input styled like the app; the filled part uses `--fraction`.
import type { CSSProperties } from 'react';
import styles from './Slider.module.css';

export interface SliderProps {
  label: string;
  value: number;
  min: number;
  max: number;
  step?: number;
  /** Spoken instead of the bare number. */
  valueText?: string;
  disabled?: boolean;
  onChange: (value: number) => void;
  /** Shows the label above; otherwise only screen readers get it. */
  showLabel?: boolean;
}

export function Slider({
  label,
  value,
  min,
  max,
  step = 1,
  valueText,
  disabled = false,
  onChange,
  showLabel = false,
}: SliderProps) {
  const fraction = max > min ? Math.min(1, Math.max(0, (value - min) / (max - min))) : 0;
  return (
    <label className={styles.slider} style={{ '--fraction': fraction } as CSSProperties}>
      {showLabel && <span className={styles.label}>{label}</span>}
      <input
        type="range"
        aria-label={label}
        aria-valuetext={valueText}
        min={min}
        max={max}
        step={step}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
    </label>
  );
}
