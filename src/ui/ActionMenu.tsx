// Rare and destructive actions behind "…": a button that opens a sheet with one row for each.
import { type ButtonHTMLAttributes, createContext, type ReactNode, useContext, useState } from 'react';
import { messages } from '../lib/messages.ts';
import styles from './ActionMenu.module.css';
import { Button } from './Button.tsx';
import { Sheet } from './Dialog.tsx';
import { Icon, type IconName } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';

const CloseContext = createContext(() => {});

/** For an action that ends later than its press. A choice closes its menu by itself. */
export const useCloseMenu = () => useContext(CloseContext);

interface ActionMenuProps {
  /** Of the button. */
  label: string;
  title: string;
  /** Shown on the button instead of three dots. */
  opener?: ReactNode;
  children: ReactNode;
}

export function ActionMenu({ label, title, opener, children }: ActionMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  const close = () => setOpen(false);
  return (
    <>
      {opener === undefined ? (
        <IconButton label={label} className={styles.dots} aria-haspopup="dialog" onClick={open}>
          <Icon name="more" size={20} />
        </IconButton>
      ) : (
        <button
          type="button"
          className={styles.opener}
          aria-label={label}
          aria-haspopup="dialog"
          onClick={open}
        >
          {opener}
        </button>
      )}
      {isOpen && (
        <Sheet
          open
          onClose={close}
          title={title}
          actions={<Button onClick={close}>{messages.shell.close}</Button>}
        >
          <CloseContext value={close}>
            <div className={styles.choices}>{children}</div>
          </CloseContext>
        </Sheet>
      )}
    </>
  );
}

/** For a link between the choices. */
export const choiceClass = styles.choice ?? '';

interface ActionChoiceProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: IconName;
}

export function ActionChoice({ icon, children, onClick, ...rest }: ActionChoiceProps) {
  const close = useCloseMenu();
  return (
    <button
      {...rest}
      type="button"
      className={styles.choice}
      onClick={(event) => {
        close();
        onClick?.(event);
      }}
    >
      <Icon name={icon} size={20} />
      <span>{children}</span>
    </button>
  );
}
