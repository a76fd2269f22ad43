// The opened row of a table: next to the list on a desktop, a dialog over it elsewhere.
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import styles from './OpenedItem.module.css';
import { useIsWide } from './useIsWide.ts';

interface OpenedItemProps {
  onClose: () => void;
  title: string;
  actions: ReactNode;
  children: ReactNode;
}

export function OpenedItem(props: OpenedItemProps) {
  return useIsWide() ? <Pane {...props} /> : <Dialog open {...props} />;
}

/** A dialog that leaves the list usable. Focus returns to what opened it. */
function Pane({ onClose, title, actions, children }: OpenedItemProps) {
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const opener = document.activeElement as HTMLElement | null;
    const name = opener?.getAttribute('aria-label');
    heading.current?.focus({ preventScroll: true });
    return () => {
      // The list has drawn its rows anew, with columns: the same button is another element.
      requestAnimationFrame(() => {
        const again = opener?.isConnected
          ? opener
          : [...document.querySelectorAll<HTMLElement>('[data-row] button')].find(
              (each) => each.getAttribute('aria-label') === name,
            );
        if (document.activeElement === document.body) again?.focus({ preventScroll: true });
      });
    };
  }, []);
  return (
    <section
      role="dialog"
      aria-labelledby={titleId}
      className={styles.pane}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <h2 ref={heading} id={titleId} tabIndex={-1} className={styles.title}>
        {title}
      </h2>
      <div className={styles.content}>{children}</div>
      <div className={styles.actions} data-actions>
        {actions}
      </div>
    </section>
  );
}
