// A button of the bar: an icon with its word under it, so that several fit beside one another on the smallest phone.
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import styles from './editor.module.css';

export interface BarToolProps {
  icon: IconName;
  children: ReactNode;
  /** Spoken, and shown by a resting pointer, where the word alone says too little. */
  label?: string;
  disabled?: boolean;
  /** Where it is shown, if not everywhere. */
  className?: string | undefined;
  onClick: () => void;
}

export function BarTool({ icon, children, label, disabled = false, className, onClick }: BarToolProps) {
  return (
    <button
      type="button"
      className={className ? `${styles.barTool} ${className}` : styles.barTool}
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={icon} size={20} />
      <span>{children}</span>
    </button>
  );
}
