// Where the frame tells of recordings that wait on this phone. Their room is loaded only when there are some.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useCallback, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ShareOutcome } from '../features/publish/outcome.ts';
import { paths } from '../lib/paths.ts';
import { lookForUploadsAtom, waitingUploadsAtom } from '../state/waitingUploads.ts';
import { latePart } from '../ui/latePart.tsx';

const OutboxChip = latePart(async () => (await import('../features/publish/OutboxChip.tsx')).OutboxChip);

export function OutboxSlot({ shown }: { shown: boolean }) {
  const navigate = useNavigate();
  const look = useSetAtom(lookForUploadsAtom);
  const had = useAtomValue(waitingUploadsAtom).length > 0;
  // It stays to tell what has arrived when nothing waits any more.
  const [needed, setNeeded] = useState(false);
  useEffect(() => void look(), [look]);
  useEffect(() => setNeeded((before) => before || had), [had]);
  const onMend = useCallback(() => void navigate(paths.upload()), [navigate]);
  const onOutcome = useCallback(
    (outcome: ShareOutcome) => {
      if (outcome.kind === 'review') void navigate(paths.securityCheck(), { state: outcome.notice });
      if (outcome.kind === 'success') void navigate(paths.uploadSuccess(), { state: outcome.notice });
    },
    [navigate],
  );
  return needed && shown && <OutboxChip onMend={onMend} onOutcome={onOutcome} />;
}
