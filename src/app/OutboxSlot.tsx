// Where the frame tells of recordings that wait on this phone. Their room is loaded only when there are some.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { type ComponentType, lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { OutboxChipProps } from '../features/publish/OutboxChip.tsx';
import type { ShareOutcome } from '../features/publish/outcome.ts';
import { paths } from '../lib/paths.ts';
import { lookForUploadsAtom, waitingUploadsAtom } from '../state/waitingUploads.ts';

/** Where it can't be fetched, the page is shown all the same. */
const OutboxChip = lazy(
  (): Promise<{ default: ComponentType<OutboxChipProps> }> =>
    import('../features/publish/OutboxChip.tsx').then(
      ({ OutboxChip: shown }) => ({ default: shown }),
      () => ({ default: () => null }),
    ),
);

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
  return (
    needed &&
    shown && (
      <Suspense fallback={null}>
        <OutboxChip onMend={onMend} onOutcome={onOutcome} />
      </Suspense>
    )
  );
}
