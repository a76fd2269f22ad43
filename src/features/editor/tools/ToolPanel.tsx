// The frame of an open tool: replaces the editor's bar, so that the waveform stays usable.
import { type ReactNode, useEffect, useRef } from 'react';
import { languageOf } from '../../../lib/messages.ts';
import { ActionBar } from '../../../ui/ActionBar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ProgressRing } from '../../../ui/ProgressRing.tsx';
import styles from './tools.module.css';

interface ToolAction {
  label: string;
  disabled?: boolean;
  onClick: () => void;
}

interface ToolPanelProps {
  title: string;
  /** Next to the title: the result so far. */
  aside?: ReactNode;
  /** Share of the work under way, 0 … 1. */
  progress?: number | null;
  cancel: ToolAction;
  apply: ToolAction;
  children: ReactNode;
}

export function ToolPanel({ title, aside, progress = null, cancel, apply, children }: ToolPanelProps) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    // In the next frame: both need a layout of the whole page.
    const frame = requestAnimationFrame(() => {
      takeLostFocus(panel.current);
      // Scroll the waveform to the top unless the panel, which may grow, is beside it or leaves it visible.
      const wave = document.querySelector('[data-testid="waveform"]');
      const { top = 0, bottom = 0, right = 0 } = wave?.getBoundingClientRect() ?? {};
      const own = panel.current?.getBoundingClientRect();
      if (!own || own.left >= right) return;
      if (top < 0 || own.top - bottom < innerHeight / 4) wave?.scrollIntoView();
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <ActionBar className={styles.frame}>
      <section ref={panel} tabIndex={-1} className={styles.panel} aria-label={title} lang={languageOf(title)}>
        <div className={styles.head}>
          <h2 className={styles.title}>{title}</h2>
          {progress !== null && (
            <ProgressRing share={progress} size={20} className={styles.working}>
              {''}
            </ProgressRing>
          )}
          {aside}
        </div>
        {children}
        <div className={styles.verdict}>
          <Button kind="quiet" disabled={cancel.disabled} onClick={cancel.onClick}>
            {cancel.label}
          </Button>
          <Button kind="primary" wide disabled={apply.disabled} onClick={apply.onClick}>
            {apply.label}
          </Button>
        </div>
      </section>
    </ActionBar>
  );
}

/** Focuses what follows a control that has gone. */
export function takeLostFocus(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true });
}
