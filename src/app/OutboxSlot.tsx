// Shows the outbox chip: recordings and changes not sent yet. Its code loads only when there are some.
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

/** Writes younger than this are not shown, milliseconds: they are usually sent at once. */
const CALM_MS = 3000;

/** Number of writes that cannot be sent now; those that can still be undone do not count. */
function useUnsentWrites(): number {
  const count = useAtomValue(waitingWritesAtom).filter(({ notBefore = 0 }) => notBefore < Date.now()).length;
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
  const readUploads = useSetAtom(lookForUploadsAtom);
  const flush = useSetAtom(flushWritesAtom);
  const writes = useUnsentWrites();
  const had = useAtomValue(waitingUploadsAtom).length > 0 || writes > 0;
  // Stays mounted to confirm the sent entries.
  const [needed, setNeeded] = useState(false);
  useEffect(() => {
    void readUploads();
    void flush();
  }, [readUploads, flush]);
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
