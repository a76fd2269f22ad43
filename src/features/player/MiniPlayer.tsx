// The fixed player of every page but the player's own. Steps aside while the card of the current track can be seen.
// Most first visits see none: what it is made of is fetched with the first track.
import { useAtomValue } from 'jotai/react';
import { currentCardVisibleAtom, currentTrackAtom } from '../../state/player.ts';
import { latePart } from '../../ui/latePart.tsx';

const MiniBar = latePart(async () => (await import('./MiniBar.tsx')).MiniBar);

export function MiniPlayer() {
  const track = useAtomValue(currentTrackAtom);
  const hidden = useAtomValue(currentCardVisibleAtom);
  return track !== null && <MiniBar track={track} shown={!hidden} />;
}
