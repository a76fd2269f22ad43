// A ring that appears only after 400 ms, so that short waits do not flicker.
import styles from './Spinner.module.css';

export interface SpinnerProps {
  /** CSS pixels. */
  size?: number;
  /** Spoken status; without it the spinner is decoration next to a text. */
  label?: string;
}

export function Spinner({ size = 24, label }: SpinnerProps) {
  const ring = <span className={styles.ring} style={{ width: size, height: size }} aria-hidden="true" />;
  if (label === undefined) return ring;
  return (
    <span role="status" className={styles.status}>
      {ring}
      <span className="spoken">{label}</span>
    </span>
  );
}
