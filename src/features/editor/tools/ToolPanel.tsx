// The frame of an open tool: it takes the place of the editor's bar, so that the waveform stays in sight and in use.
import { type ReactNode, useEffect, useRef } from 'react';
import { languageOf } from '../../../lib/messages.ts';
import { ActionBar, ActionProgress } from '../../../ui/ActionBar.tsx';
import { Button } from '../../../ui/Button.tsx';
import styles from './tools.module.css';

interface ToolAction {
  label: string;
  disabled?: boolean;
  onClick: () => void;
}

interface ToolPanelProps {
  title: string;
  /** Beside the title: what came of it so far. */
  aside?: ReactNode;
  /** Share of the work under way, 0 … 1. */
  progress?: number | null;
  leave: ToolAction;
  take: ToolAction;
  children: ReactNode;
}

export function ToolPanel({ title, aside, progress = null, leave, take, children }: ToolPanelProps) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    // The waveform is what the tool works on: unless it is clear of the panel, which may grow, it goes to the top.
    const wave = document.querySelector('[data-testid="waveform"]');
    const { top = 0, bottom = 0 } = wave?.getBoundingClientRect() ?? {};
    const room = (panel.current?.getBoundingClientRect().top ?? 0) - bottom;
    if (top < 0 || room < innerHeight / 4) wave?.scrollIntoView();
  }, []);
  return (
    <ActionBar progress={progress !== null && <ActionProgress share={progress} />} className={styles.frame}>
      <section ref={panel} className={styles.panel} aria-label={title} lang={languageOf(title)}>
        <div className={styles.head}>
          <h2 className={styles.title}>{title}</h2>
          {aside}
        </div>
        {children}
        <div className={styles.verdict}>
          <Button kind="quiet" disabled={leave.disabled} onClick={leave.onClick}>
            {leave.label}
          </Button>
          <Button kind="primary" wide disabled={take.disabled} onClick={take.onClick}>
            {take.label}
          </Button>
        </div>
      </section>
    </ActionBar>
  );
}
