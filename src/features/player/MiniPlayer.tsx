// The fixed player of every page except the full player's. It hides while the card of the current track is visible.
// Most first visits never see it, so its code is loaded with the first track, also on a page without it: the cover of
// the full player shrinks into it.
import { useAtomValue } from 'jotai/react';
import { currentCardVisibleAtom, currentTrackAtom } from '../../state/player.ts';
import { latePart } from '../../ui/latePart.tsx';

const MiniBar = latePart(async () => (await import('./MiniBar.tsx')).MiniBar);

export function MiniPlayer({ isHere }: { isHere: boolean }) {
  const track = useAtomValue(currentTrackAtom);
  const hidden = useAtomValue(currentCardVisibleAtom);
  return track !== null && <MiniBar track={track} shown={isHere && !hidden} />;
}
