// Offers to continue where this device stopped in the track, while the track is at its beginning.
import { useAtomValue, useSetAtom } from 'jotai/react';
import { formatDuration } from '../../lib/format.ts';
import { listeningMessages } from '../../lib/messages/listening.ts';
import { fill } from '../../lib/messages.ts';
import { offeredPlaceAtom } from '../../state/listening/places.ts';
import { resumeAtom, seekAtom } from '../../state/playerActions.ts';
import { Button } from '../../ui/Button.tsx';

export function ContinueOffer() {
  const seconds = useAtomValue(offeredPlaceAtom);
  const seek = useSetAtom(seekAtom);
  const resume = useSetAtom(resumeAtom);
  if (seconds === null) return null;
  return (
    <Button
      kind="quiet"
      onClick={() => {
        seek(seconds);
        void resume();
      }}
    >
      {fill(listeningMessages.continueAt, { time: formatDuration(seconds) })}
    </Button>
  );
}
