// The one action of a form whose words go to the server; above it stands why it waits while this device has no network.
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { OfflineNote } from './OfflineNote.tsx';

export interface SubmitButtonProps {
  busy: boolean;
  /** Something is missing or wrong. */
  disabled: boolean;
  children: ReactNode;
}

export function SubmitButton({ busy, disabled, children }: SubmitButtonProps) {
  return (
    <>
      <OfflineNote />
      <Button kind="primary" type="submit" wide needsServer busy={busy} disabled={disabled}>
        {children}
      </Button>
    </>
  );
}
