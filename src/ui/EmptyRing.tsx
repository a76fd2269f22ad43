// Silence as a picture: a flat ring of dots that ripples where it is touched. Decorative: the title below says why.
import { type CSSProperties, type PointerEvent, useState } from 'react';
import styles from './EmptyRing.module.css';

/** `missing`: an address without content. */
export type EmptyKind = 'empty' | 'offline' | 'error' | 'missing';

/** The stylesheet repeats this number. */
const DOTS = 48;

export function EmptyRing({ kind }: { kind: EmptyKind }) {
  const [touch, setTouch] = useState({ count: 0, at: 0 });
  const ripple = ({ currentTarget, clientX, clientY }: PointerEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    // Clockwise from the top, in turns.
    const turn = Math.atan2(clientX - left - width / 2, top + height / 2 - clientY) / (2 * Math.PI);
    setTouch({ count: touch.count + 1, at: Math.round(((turn + 1) % 1) * DOTS) });
  };
  return (
    <span
      className={styles.ring}
      data-kind={kind}
      aria-hidden="true"
      onPointerDown={ripple}
      onPointerEnter={ripple}
    >
      {/* New elements start the animation again. */}
      <span key={touch.count} data-touched={touch.count > 0} style={{ '--at': touch.at } as CSSProperties}>
        {Array.from({ length: DOTS }, (_, dot) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the dots never change their order
          <i key={dot} style={{ '--dot': dot } as CSSProperties} />
        ))}
      </span>
    </span>
  );
}
