// The text of each legal page: a separate file, fetched when the page opens.

import { useAtomValue } from 'jotai/react';
import { useEffect, useState } from 'react';
import type { LegalText } from '../../lib/legalText.ts';
import type { legalMessages } from '../../lib/messages/legal/page.ts';
import { isOnlineAtom } from '../../state/online.ts';

export type LegalPath = keyof typeof legalMessages.titles;

const privacy = async () => (await import('../../lib/messages/legal/privacy.ts')).privacyText;

const TEXTS: Record<LegalPath, () => Promise<LegalText>> = {
  '/about': async () => (await import('../../lib/messages/legal/about.ts')).aboutText,
  '/richtlinien': async () => (await import('../../lib/messages/legal/guidelines.ts')).guidelinesText,
  '/sicherheit': async () => (await import('../../lib/messages/legal/safety.ts')).safetyText,
  '/hilfe': async () => (await import('../../lib/messages/legal/help.ts')).helpText,
  '/faq': async () => (await import('../../lib/messages/legal/faq.ts')).faqText,
  '/kontakt': async () => (await import('../../lib/messages/legal/contact.ts')).contactText,
  '/datenschutz': privacy,
  '/privacy': privacy,
  '/agb': async () => (await import('../../lib/messages/legal/terms.ts')).termsText,
  '/impressum': async () => (await import('../../lib/messages/legal/imprint.ts')).imprintText,
};

/** Ignores case and a trailing slash. Null for other paths. */
export function legalPathOf(pathname: string): LegalPath | null {
  const path = pathname.toLowerCase().replace(/\/+$/, '');
  return path in TEXTS ? (path as LegalPath) : null;
}

/** Rejects when the file cannot be fetched. */
const loadText = (path: LegalPath): Promise<LegalText> => TEXTS[path]();

/** Fetches again on retry and when the network is back. `text` is null while loading and after a failure. */
export function useLegalText(path: LegalPath): {
  text: LegalText | null;
  isMissing: boolean;
  onRetry: () => void;
} {
  const [text, setText] = useState<LegalText | null>(null);
  const [tries, setTries] = useState(0);
  const [isMissing, setMissing] = useState(false);
  const isOnline = useAtomValue(isOnlineAtom);
  // Coming back online retries.
  useEffect(() => {
    let gone = false;
    loadText(path).then(
      (loaded) => {
        if (!gone) setText(loaded);
      },
      (error: unknown) => {
        console.warn('could not load the text', error);
        if (gone) return;
        // A newer version has other files: reload the page.
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
