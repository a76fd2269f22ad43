// A row of choices. `filter` is a radio group (one of many, content stays), `tabs` switches panels:
// give the panel `id={panelId}` and `role="tabpanel"`. Arrow keys move and choose, as ARIA asks.
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import styles from './Tabs.module.css';
import { useTabRow } from './useTabRow.ts';

export interface TabsProps<V extends string> {
  label: string;
  kind?: 'filter' | 'tabs';
  /** `mark` stands behind the label. */
  choices: readonly { value: V; label: string; lang?: string; count?: number; mark?: ReactNode }[];
  value: V;
  onChange: (value: V) => void;
  panelId?: string;
}

export function Tabs<V extends string>({
  label,
  kind = 'tabs',
  choices,
  value,
  onChange,
  panelId,
}: TabsProps<V>) {
  const row = useRef<HTMLDivElement>(null);
  useTabRow(row, value);
  const move = (event: KeyboardEvent, index: number) => {
    const last = choices.length - 1;
    const target = { ArrowRight: index + 1, ArrowDown: index + 1, ArrowLeft: index - 1, ArrowUp: index - 1 }[
      event.key
    ];
    const next =
      event.key === 'Home' ? 0 : event.key === 'End' ? last : target === undefined ? undefined : target;
    if (next === undefined) return;
    event.preventDefault();
    const wrapped = (next + choices.length) % choices.length;
    const choice = choices[wrapped];
    if (choice === undefined) return;
    onChange(choice.value);
    row.current?.querySelectorAll<HTMLButtonElement>('button')[wrapped]?.focus();
  };
  const filter = kind === 'filter';
  return (
    <div
      ref={row}
      className={styles.row}
      {...{ role: filter ? 'radiogroup' : 'tablist', 'aria-label': label }}
    >
      {choices.map((choice, index) => {
        const chosen = choice.value === value;
        return (
          // biome-ignore lint/a11y/useAriaPropsSupportedByRole: the role is `radio` or `tab`, each with its own state
          <button
            key={choice.value}
            type="button"
            role={filter ? 'radio' : 'tab'}
            aria-checked={filter ? chosen : undefined}
            aria-selected={filter ? undefined : chosen}
            aria-controls={filter ? undefined : panelId}
            tabIndex={chosen ? 0 : -1}
            lang={choice.lang}
            className={`${styles.tab} ${chosen ? styles.chosen : ''}`}
            onClick={() => onChange(choice.value)}
            onKeyDown={(event) => move(event, index)}
          >
            {choice.label}
            {choice.count !== undefined && <span className={styles.count}>{choice.count}</span>}
            {choice.mark}
          </button>
        );
      })}
    </div>
  );
}
