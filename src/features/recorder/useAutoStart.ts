// A recording that begins without a press.
import { useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { clearHandoffAtom } from './start.ts';

/** S1 §9. */
const AUTO_START_MS = 100;

/** Starts once, as soon as anybody can see it. True until then. */
export function useAutoStart(possible: boolean, begin: () => Promise<void>): boolean {
  const clear = useSetAtom(clearHandoffAtom);
  const [checking, setChecking] = useState(true);
  useEffect(() => {
    clear();
    if (!possible) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      // A tab that was opened in the background opens no microphone there.
      if (document.visibilityState === 'hidden' || timer !== undefined) return;
      timer = setTimeout(() => {
        setChecking(false);
        void begin();
      }, AUTO_START_MS);
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [possible, begin, clear]);
  return checking;
}
