// Where the frame tells of what waits on this phone, recordings and small writes. Its room is loaded only when there is
// something.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useCallback, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ShareOutcome } from '../features/publish/outcome.ts';
import { paths } from '../lib/paths.ts';
import { isOnlineAtom } from '../state/online.ts';
import { flushWritesAtom, waitingWritesAtom } from '../state/outbox.ts';
import { lookForUploadsAtom, waitingUploadsAtom } from '../state/waitingUploads.ts';
import { latePart } from '../ui/latePart.tsx';

const OutboxChip = latePart(async () => (await import('../features/publish/OutboxChip.tsx')).OutboxChip);

/** A write on its way to a server that answers is nobody's business. */
const CALM_MS = 3000;

/** Writes that cannot be sent now. */
function useHeldWrites(): number {
  const count = useAtomValue(waitingWritesAtom).length;
  const isOnline = useAtomValue(isOnlineAtom);
  const waits = count > 0;
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    setLong(false);
    if (!waits) return;
    const timer = setTimeout(() => setLong(true), CALM_MS);
    return () => clearTimeout(timer);
  }, [waits]);
  return isLong || !isOnline ? count : 0;
}

export function OutboxSlot({ shown }: { shown: boolean }) {
  const navigate = useNavigate();
  const look = useSetAtom(lookForUploadsAtom);
  const flush = useSetAtom(flushWritesAtom);
  const writes = useHeldWrites();
  const had = useAtomValue(waitingUploadsAtom).length > 0 || writes > 0;
  // It stays to tell what has arrived when nothing waits any more.
  const [needed, setNeeded] = useState(false);
  useEffect(() => {
    void look();
    // Those of the last visit, too.
    void flush();
  }, [look, flush]);
  useEffect(() => setNeeded((before) => before || had), [had]);
  const onEdit = useCallback(() => void navigate(paths.upload()), [navigate]);
  const onOutcome = useCallback(
    (outcome: ShareOutcome) => {
      if (outcome.kind === 'review') void navigate(paths.securityCheck(), { state: outcome.notice });
      if (outcome.kind === 'success') void navigate(paths.uploadSuccess(), { state: outcome.notice });
    },
    [navigate],
  );
  return needed && shown && <OutboxChip writes={writes} onEdit={onEdit} onOutcome={onOutcome} />;
}
