// The logo: a waveform closing to a ring, next to the name.
import { messages } from '../lib/messages.ts';
import styles from './Logo.module.css';

/** Lengths of the twelve strokes around the ring, in view-box units. */
const STROKES = [5, 3, 6.5, 4, 7, 3.5, 5.5, 3, 6, 4.5, 7, 3.5];

export function Logo() {
  return (
    <span className={styles.logo}>
      <svg width="28" height="28" viewBox="-16 -16 32 32" aria-hidden="true" focusable="false">
        <defs>
          <linearGradient id="logo-warm" x1="0" y1="0" x2="1" y2="0.2">
            <stop offset="0" stopColor="var(--accent-from)" />
            <stop offset="1" stopColor="var(--accent-to)" />
          </linearGradient>
        </defs>
        <g fill="url(#logo-warm)">
          {STROKES.map((length, index) => (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a fixed drawing
              key={index}
              x={-1.1}
              y={-8 - length}
              width={2.2}
              height={length}
              rx={1.1}
              transform={`rotate(${index * 30})`}
            />
          ))}
        </g>
      </svg>
      <span className={styles.name} aria-hidden="true">
        {messages.shell.name}
      </span>
    </span>
  );
}
