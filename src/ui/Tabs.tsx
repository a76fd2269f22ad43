// A row of choices. `filter` is a radio group (one of several, content stays), `tabs` switches panels: give the panel
// `id={panelId}` and `role="tabpanel"`. Arrow keys move and choose, as ARIA requires.
import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import styles from './Tabs.module.css';

// A row wider than its box scrolls to the chosen tab, and fades out at an edge that hides more.

/** Rounding tolerance. */
const HIDDEN_PX = 2;

/** Sets `data-more` on the row: `start`, `end` or both, where choices are hidden. Tabs grow with the text size. */
function useTabRow(row: RefObject<HTMLElement | null>, chosen: string, count: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other tabs are observed after a change
  useLayoutEffect(() => {
    const box = row.current;
    if (box === null) return;
    const look = () => {
      const left = Math.abs(box.scrollLeft);
      const right = box.scrollWidth - box.clientWidth - left;
      box.dataset.more = `${left > HIDDEN_PX ? 'start' : ''} ${right > HIDDEN_PX ? 'end' : ''}`.trim();
    };
    const show = () => {
      const tab = box.querySelector<HTMLElement>('[tabindex="0"]');
      // Not `scrollIntoView`, which would scroll the page.
      if (tab) box.scrollLeft = tab.offsetLeft - box.offsetLeft - (box.clientWidth - tab.offsetWidth) / 2;
      look();
    };
    const observer = new ResizeObserver(show);
    for (const each of [box, ...box.children]) observer.observe(each);
    box.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener('scroll', look);
    };
  }, [row, chosen, count]);
}

interface TabsProps<V extends string> {
  label: string;
  kind?: 'filter' | 'tabs';
  /** `mark` follows the label. */
  choices: readonly { value: V; label: string; lang?: string; mark?: ReactNode }[];
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
  useTabRow(row, value, choices.length);
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
  // If none is chosen, the Tab key reaches the first choice.
  const isNoneChosen = !choices.some((choice) => choice.value === value);
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
            tabIndex={chosen || (isNoneChosen && index === 0) ? 0 : -1}
            lang={choice.lang}
            className={`${styles.tab} ${chosen ? styles.chosen : ''}`}
            onClick={() => onChange(choice.value)}
            onKeyDown={(event) => move(event, index)}
          >
            {choice.label}
            {choice.mark}
          </button>
        );
      })}
    </div>
  );
}
