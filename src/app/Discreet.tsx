// Discreet listening: the panic gesture, where enabled, and a button for its settings. Both load on demand.
import { useAtomValue } from 'jotai/react';
import { useState } from 'react';
import { messages } from '../lib/messages.ts';
import { panicAtom } from '../state/discreet.ts';
import { latePart } from '../ui/latePart.tsx';
import { PartFailed } from '../ui/PartFailed.tsx';

const Panic = latePart(async () => (await import('../features/traces/Panic.tsx')).Panic);
const Sheet = latePart(
  async () => (await import('../features/traces/TracesSheet.tsx')).TracesSheet,
  PartFailed,
);

export function QuickWayOut() {
  return useAtomValue(panicAtom) && <Panic />;
}

/** Styled like the footer links around it. */
export function DiscreetButton({ className }: { className: string | undefined }) {
  const [open, setOpen] = useState<boolean | null>(null);
  return (
    <>
      <button type="button" className={className} onClick={() => setOpen(true)}>
        {messages.footer.discreet}
      </button>
      {open !== null && <Sheet open={open} onClose={() => setOpen(false)} />}
    </>
  );
}
