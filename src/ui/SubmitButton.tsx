// The submit button of a form that needs the server; offline, a note above it explains why it is disabled.
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { OfflineNote } from './OfflineNote.tsx';
import styles from './SubmitButton.module.css';

export interface SubmitButtonProps {
  busy: boolean;
  /** A field is missing or invalid. */
  disabled: boolean;
  children: ReactNode;
}

export function SubmitButton({ busy, disabled, children }: SubmitButtonProps) {
  return (
    <div className={styles.send}>
      <OfflineNote />
      <Button kind="primary" type="submit" wide needsServer busy={busy} disabled={disabled}>
        {children}
      </Button>
    </div>
  );
}
