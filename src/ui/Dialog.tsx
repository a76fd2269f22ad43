// A modal question or panel on the native <dialog>: the browser traps and restores focus; Esc and a press outside
// close it. `sheet` rises from below on phones, `page` covers them. Its buttons stay in view above long content.
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import styles from './Dialog.module.css';

interface DialogProps {
  open: boolean;
  /** Called for Esc, a press outside and the browser's back gesture; the parent then sets `open` to false. */
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** Buttons, the primary one last. */
  actions?: ReactNode;
  kind?: 'centred' | 'sheet' | 'page';
}

/** Space for the focus ring above the buttons, px. */
const RING_PX = 8;

/** Scrolls a control that has the focus out from under the buttons. Browsers leave one covered by a few pixels. */
function uncover(dialog: HTMLDialogElement, focused: Element): void {
  const actions = dialog.querySelector('[data-actions]');
  if (actions === null || actions.contains(focused)) return;
  const hidden = focused.getBoundingClientRect().bottom + RING_PX - actions.getBoundingClientRect().top;
  if (focused !== dialog && hidden > 0) dialog.scrollTop += hidden;
}

export function Dialog({ open, onClose, title, children, actions, kind = 'centred' }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (dialog === null) return;
    if (open && !dialog.open) {
      dialog.showModal();
      // `showModal` scrolls to the first control; start at the top instead.
      dialog.scrollTop = 0;
    }
  }, [open]);
  // Before the next frame, which would show it without its content.
  useLayoutEffect(() => {
    if (!open) ref.current?.close();
  }, [open]);
  // Close before unmounting: only then the browser restores the focus.
  useLayoutEffect(() => {
    const dialog = ref.current;
    return () => {
      if (dialog?.open) dialog.close();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes it by keyboard, handled by `onCancel`
    <dialog
      ref={ref}
      className={`${styles.dialog} ${styles[kind]}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onFocus={(event) => uncover(event.currentTarget, event.target)}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      {open && (
        <>
          <div className={styles.body}>
            <h2 id={titleId} className={styles.title}>
              {title}
            </h2>
            <div className={styles.content}>{children}</div>
          </div>
          {actions !== undefined && (
            <div className={styles.actions} data-actions>
              {actions}
            </div>
          )}
        </>
      )}
    </dialog>
  );
}

/** A panel from below on phones, centred on larger screens. */
export function Sheet(props: Omit<DialogProps, 'kind'>) {
  return <Dialog {...props} kind="sheet" />;
}
