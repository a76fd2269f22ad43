// A track that is missing or failed to load.
import type { ReactNode } from 'react';
import { LoadFailed } from '../features/feed/LoadFailed.tsx';
import { VoicesToHear } from '../features/feed/VoicesToHear.tsx';
import type { FoundTrack } from '../features/player/useTrackOnPage.ts';
import { playerMessages } from '../lib/messages/player.ts';
import { StateCard } from '../ui/Card.tsx';

interface TrackNotShownProps extends FoundTrack {
  /** Actions for a missing track. */
  children: ReactNode;
}

export function TrackNotShown({ found, retry, children }: TrackNotShownProps) {
  if (found.status === 'missing') {
    return (
      <>
        <StateCard
          kind="missing"
          title={playerMessages.notFound}
          level={1}
          text={playerMessages.notFoundText}
        >
          {children}
        </StateCard>
        <VoicesToHear />
      </>
    );
  }
  if (found.status !== 'failed') return null;
  return (
    <>
      <LoadFailed
        what={playerMessages.loadFailed}
        code={found.code}
        retrying={found.retrying}
        level={1}
        onRetry={retry}
      />
      <VoicesToHear />
    </>
  );
}
