// A page with code in a file of its own, fetched when the page is first opened. If that fails, the page shows an
// error with a retry button, and retries when the network is back.
import { useAtomValue } from 'jotai/react';
import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react';
import { messages } from '../lib/messages.ts';
import { isOnlineAtom } from '../state/online.ts';
import { Button } from '../ui/Button.tsx';
import { StateCard } from '../ui/Card.tsx';
import { latePart } from '../ui/latePart.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import styles from './PageLoading.module.css';

const VoicesToHear = latePart(async () => (await import('../features/feed/VoicesToHear.tsx')).VoicesToHear);

/** Shown while a page's code loads. */
function PageLoading() {
  return (
    <div className={styles.loading}>
      <Spinner size={32} label={messages.shell.loading} />
    </div>
  );
}

/** `latePage(() => import('../pages/TrackPage.tsx'), 'TrackPage')`: pages are named exports. */
export function latePage<N extends string>(
  load: () => Promise<{ [K in N]: ComponentType }>,
  name: N,
): ComponentType {
  let loaded: ComponentType | null = null;
  return function LatePage() {
    const [Page, setPage] = useState(() => loaded);
    const [tries, setTries] = useState(0);
    const [isMissing, setMissing] = useState(false);
    const hasFailed = useRef(false);
    const isOnline = useAtomValue(isOnlineAtom);
    // Tries again when back online.
    useEffect(() => {
      if (loaded) return setPage(() => loaded);
      let gone = false;
      // Not on the first try: style sheets of another page may still be loading.
      const styles = hasFailed.current ? lostStyles().map(fetchAgain) : [];
      Promise.all([load(), ...styles]).then(
        ([module]) => {
          loaded = module[name];
          if (!gone) setPage(() => loaded);
        },
        (error: unknown) => {
          console.warn('a page is not here yet', error);
          hasFailed.current = true;
          if (gone) return;
          // A newer version has other file names: reload the document.
          if (tries > 0 && isOnline) window.location.reload();
          setMissing(true);
        },
      );
      return () => {
        gone = true;
      };
    }, [tries, isOnline]);
    const onRetry = useCallback(() => {
      setMissing(false);
      setTries((before) => before + 1);
    }, []);
    if (Page) return <Page />;
    return isMissing ? <MissingPage isOnline={isOnline} onRetry={onRetry} /> : <PageLoading />;
  };
}

/** Style sheets that failed to load. The page's module requests each only once; Chromium throws when reading one. */
const lostStyles = () =>
  [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter(isLost);

function isLost({ sheet }: HTMLLinkElement): boolean {
  try {
    return !sheet?.cssRules.length;
  } catch {
    return true;
  }
}

function fetchAgain(lost: HTMLLinkElement): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const link = lost.cloneNode() as HTMLLinkElement;
    link.addEventListener('load', resolve);
    link.addEventListener('error', () => reject(new Error(`${link.href} did not arrive`)));
    lost.replaceWith(link);
  });
}

function MissingPage({ isOnline, onRetry }: { isOnline: boolean; onRetry: () => void }) {
  const { shell } = messages;
  return (
    <>
      <div role="alert">
        <StateCard
          kind={isOnline ? 'error' : 'offline'}
          title={isOnline ? shell.pageFailed : shell.pageOffline}
          level={1}
          text={isOnline ? shell.pageFailedText : shell.pageOfflineText}
        >
          <Button onClick={onRetry}>{shell.retry}</Button>
        </StateCard>
      </div>
      <div className={styles.voices}>
        <VoicesToHear />
      </div>
    </>
  );
}
