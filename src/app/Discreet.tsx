// Discreet listening at the edge of the page: the quick way out where it is wanted, and a way to the choices. Both are
// fetched when they are.
import { useAtomValue } from 'jotai/react';
import { useState } from 'react';
import { messages } from '../lib/messages.ts';
import { panicAtom } from '../state/discreet.ts';
import { latePart } from '../ui/latePart.tsx';

const Panic = latePart(async () => (await import('../features/traces/Panic.tsx')).Panic);
const Sheet = latePart(async () => (await import('../features/traces/TracesSheet.tsx')).TracesSheet);

export function QuickWayOut() {
  return useAtomValue(panicAtom) && <Panic />;
}

/** Looks like the links it stands among. */
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
