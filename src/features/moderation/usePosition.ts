// Where a sound is, as text and slider need it: four times a second while it plays, and after each move.
import { useEffect, useState } from 'react';

const LOOK_MS = 250;

/** Seconds. Another `moved` looks at once. */
export function usePosition(read: () => number, isPlaying: boolean, moved: number): number {
  const [position, setPosition] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each move is a reason to look
  useEffect(() => {
    const look = () => setPosition(read());
    look();
    if (!isPlaying) return;
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [read, isPlaying, moved]);
  return position;
}
