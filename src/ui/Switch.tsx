// An on/off switch with its label and an optional line of description.
import { useId } from 'react';
import styles from './Switch.module.css';

export interface SwitchProps {
  label: string;
  hint?: string;
  lang?: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

export function Switch({ label, hint, lang, checked, disabled = false, onChange }: SwitchProps) {
  const hintId = useId();
  return (
    <label className={styles.row} lang={lang}>
      <span className={styles.words}>
        <span>{label}</span>
        {hint !== undefined && (
          <span id={hintId} className={styles.hint}>
            {hint}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        className={styles.input}
        checked={checked}
        aria-checked={checked}
        disabled={disabled}
        aria-describedby={hint === undefined ? undefined : hintId}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  );
}
