// A 44 px target with an icon and a label for screen readers. `active` colours a toggle and sets aria-pressed.
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import styles from './IconButton.module.css';

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label'> {
  label: string;
  /** Undefined for plain buttons; a boolean makes it a toggle. */
  active?: boolean;
  kind?: 'bare' | 'glass' | 'accent';
  /** CSS pixels of the target, at least 44. */
  size?: number;
  children: ReactNode;
}

export function IconButton({
  label,
  active,
  kind = 'bare',
  size = 44,
  className,
  children,
  type = 'button',
  style,
  ...rest
}: IconButtonProps) {
  const classes = [styles.button, styles[kind], active && styles.active, className].filter(Boolean).join(' ');
  return (
    <button
      {...rest}
      type={type}
      className={classes}
      aria-label={label}
      aria-pressed={active}
      title={label}
      style={{ ...style, width: size, height: size }}
    >
      {children}
    </button>
  );
}
