// Undoes a removal that was shown at once. The timer stops while the bar has focus or the pointer.
import { useEffect, useRef, useState } from 'react';
import { messages } from '../lib/messages.ts';
import styles from './UndoBar.module.css';

export interface UndoBarProps {
  /** The removal, as a sentence. */
  text: string;
  lang?: string;
  onUndo: () => void;
  /** Called when the time is over; the removal is then final. Without it the caller removes the bar. */
  onExpire?: () => void;
  /** Milliseconds; 8 s everywhere. */
  durationMs?: number;
}

export function UndoBar({ text, lang, onUndo, onExpire, durationMs = 8000 }: UndoBarProps) {
  const [held, setHeld] = useState(false);
  const expire = useRef(onExpire);
  expire.current = onExpire;
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => expire.current?.(), durationMs);
    return () => clearTimeout(timer);
  }, [held, durationMs]);
  return (
    <div
      role="status"
      className={styles.bar}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span lang={lang} className={styles.text}>
        {text}
      </span>
      <button type="button" className={styles.undo} onClick={onUndo}>
        {messages.shell.undo}
      </button>
    </div>
  );
}
