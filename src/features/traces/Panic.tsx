// Listens for the quick way out; draws nothing.
import { useSetAtom } from 'jotai/react';
import { useEffect } from 'react';
import { panicNowAtom } from './atoms.ts';
import { leaveForNotes } from './leaveForNotes.ts';
import { onPanic } from './panicGesture.ts';

export function Panic() {
  const silence = useSetAtom(panicNowAtom);
  useEffect(
    () =>
      onPanic(() => {
        silence();
        leaveForNotes();
      }),
    [silence],
  );
  return null;
}
