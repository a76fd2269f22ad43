// A few answers to one question as large tiles: radio buttons, two columns on a phone, four on a wide screen.
import styles from './ChoiceTiles.module.css';

export interface ChoiceTilesProps<V extends string> {
  /** Shared by the radio buttons. */
  name: string;
  choices: readonly { value: V; label: string }[];
  value: V | null;
  onChange: (value: V) => void;
}

export const ChoiceTiles = <V extends string>({ name, choices, value, onChange }: ChoiceTilesProps<V>) => (
  <div className={styles.tiles}>
    {choices.map((choice) => (
      <label key={choice.value} className={styles.tile}>
        <input
          type="radio"
          name={name}
          value={choice.value}
          checked={value === choice.value}
          onChange={() => onChange(choice.value)}
        />
        <span>{choice.label}</span>
      </label>
    ))}
  </div>
);
