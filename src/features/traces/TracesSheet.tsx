// Discreet mode and clearing traces, signed in or not.
import { tracesMessages as words } from '../../lib/messages/traces.ts';
import { Button } from '../../ui/Button.tsx';
import { Sheet } from '../../ui/Dialog.tsx';
import { ClearTraces } from './ClearTraces.tsx';
import { DiscreetSettings } from './DiscreetSettings.tsx';

export interface TracesSheetProps {
  open: boolean;
  onClose: () => void;
}

export function TracesSheet({ open, onClose }: TracesSheetProps) {
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={words.title}
      actions={<Button onClick={onClose}>{words.close}</Button>}
    >
      <DiscreetSettings />
      <ClearTraces />
    </Sheet>
  );
}
