// Loads the page of sealed evidence when an admin opens it.
import { type ComponentType, useEffect, useState } from 'react';
import type { EvidenceSort } from '../../../api/contract/tableSorts.ts';
import { evidenceMessages } from '../../lib/messages/evidence.ts';
import { messages } from '../../lib/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { StateCard } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { TableProps } from './columns.tsx';

type Props = TableProps<EvidenceSort>;

export function LateEvidence(props: Props) {
  const [View, setView] = useState<ComponentType<Props> | null>(null);
  const [tries, setTries] = useState(0);
  const [hasFailed, setFailed] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try loads again
  useEffect(() => {
    let isGone = false;
    import('./EvidenceView.tsx').then(
      ({ EvidenceView }) => {
        if (!isGone) setView(() => EvidenceView);
      },
      (error: unknown) => {
        console.warn('the evidence page could not be loaded', error);
        if (!isGone) setFailed(true);
      },
    );
    return () => {
      isGone = true;
    };
  }, [tries]);
  if (View) return <View {...props} />;
  if (!hasFailed) return <Skeleton height="60px" radius="card" />;
  return (
    <StateCard title={evidenceMessages.loadFailed}>
      <Button
        onClick={() => {
          setFailed(false);
          setTries(tries + 1);
        }}
      >
        {messages.shell.retry}
      </Button>
    </StateCard>
  );
}
