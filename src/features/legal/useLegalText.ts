// The text of the page that is open: fetched once, again when a person asks or the network is back.
import { useAtomValue } from 'jotai/react';
import { useEffect, useState } from 'react';
import type { LegalText } from '../../lib/legalText.ts';
import { isOnlineAtom } from '../../state/online.ts';
import { type LegalPath, loadText } from './texts.ts';

/** `text` is null while it is on its way, and after a failure. */
export function useLegalText(path: LegalPath): {
  text: LegalText | null;
  isMissing: boolean;
  onRetry: () => void;
} {
  const [text, setText] = useState<LegalText | null>(null);
  const [tries, setTries] = useState(0);
  const [isMissing, setMissing] = useState(false);
  const isOnline = useAtomValue(isOnlineAtom);
  // Back online it is a new try.
  useEffect(() => {
    let gone = false;
    loadText(path).then(
      (loaded) => {
        if (!gone) setText(loaded);
      },
      (error: unknown) => {
        console.warn('a text is not here yet', error);
        if (gone) return;
        // A newer version has other files: the page itself must be read again.
        if (tries > 0 && isOnline) window.location.reload();
        setMissing(true);
      },
    );
    return () => {
      gone = true;
    };
  }, [path, tries, isOnline]);
  const onRetry = () => {
    setMissing(false);
    setTries((before) => before + 1);
  };
  return { text, isMissing: isMissing && text === null, onRetry };
}
