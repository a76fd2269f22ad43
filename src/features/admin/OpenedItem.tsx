// The opened row of a table: next to the list on a desktop, a dialog over it elsewhere.
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import styles from './OpenedItem.module.css';
import { useIsWide } from './useIsWide.ts';

interface OpenedItemProps {
  /** Of the table: its first button gets the focus back. */
  rowId: string;
  onClose: () => void;
  title: ReactNode;
  actions: ReactNode;
  children: ReactNode;
}

export function OpenedItem({ rowId, ...shown }: OpenedItemProps) {
  return useIsWide() ? <Pane rowId={rowId} {...shown} /> : <Dialog open kind="page" {...shown} />;
}

/** A dialog that leaves the list usable. */
function Pane({ rowId, onClose, title, actions, children }: OpenedItemProps) {
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    return () => {
      // The list has drawn its rows anew, with columns.
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return;
        const button = document.querySelector<HTMLElement>(
          `[data-row="${rowId}"] [data-cell="actions"] button`,
        );
        button?.focus({ preventScroll: true });
      });
    };
  }, [rowId]);
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
