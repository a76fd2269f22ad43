// A button of the editor with its icon over a word.
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import styles from './editor.module.css';

interface BarToolProps {
  icon: IconName;
  children: ReactNode;
  /** Spoken, and shown by a resting pointer, if the word is too short to explain it. */
  label?: string;
  disabled?: boolean;
  /** Does nothing now; unlike a disabled button it keeps the focus, and keys reach the editor. */
  inactive?: boolean;
  /** Where it is shown, if not everywhere. */
  className?: string | undefined;
  onClick: () => void;
}

export function BarTool({
  icon,
  children,
  label,
  disabled = false,
  inactive = false,
  className,
  onClick,
}: BarToolProps) {
  return (
    <button
      type="button"
      className={className ? `${styles.barTool} ${className}` : styles.barTool}
      aria-label={label}
      title={label}
      disabled={disabled}
      aria-disabled={inactive || undefined}
      onClick={inactive ? undefined : onClick}
    >
      <Icon name={icon} size={20} />
      <span>{children}</span>
    </button>
  );
}
