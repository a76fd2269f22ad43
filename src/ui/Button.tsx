// A button with a text label. `primary` is the one accent action of a screen.
import { type ButtonHTMLAttributes, type ReactNode, useContext } from 'react';
import styles from './Button.module.css';
import { OnlineContext } from './online.ts';
import { Spinner } from './Spinner.tsx';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: 'primary' | 'quiet' | 'bare' | 'danger';
  /** Stretches to the width of its column. */
  wide?: boolean;
  /** Shows a spinner next to the label and refuses presses, without losing focus. */
  busy?: boolean;
  /** Needs the server: ignores presses while offline. Show an `OfflineNote` to explain. */
  needsServer?: boolean;
  icon?: ReactNode;
}

export function Button({
  kind = 'quiet',
  wide = false,
  busy = false,
  needsServer = false,
  icon,
  children,
  className,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const isOnline = useContext(OnlineContext);
  const refuses = busy || (needsServer && !isOnline);
  const classes = [styles.button, styles[kind], wide && styles.wide, className].filter(Boolean).join(' ');
  return (
    <button
      {...rest}
      type={type}
      className={classes}
      aria-busy={busy || undefined}
      aria-disabled={refuses || undefined}
      onClick={refuses ? (event) => event.preventDefault() : onClick}
    >
      {busy ? <Spinner size={18} /> : icon}
      <span>{children}</span>
    </button>
  );
}

/** Styles of a button, for links that are actions. */
export function buttonClass(kind: NonNullable<ButtonProps['kind']> = 'quiet', wide = false): string {
  return [styles.button, styles[kind], wide && styles.wide].filter(Boolean).join(' ');
}
