// Everything around a page: bar, background, footer, mini player, the 18+ question.
import { useAtomValue } from 'jotai/react';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { MiniPlayer } from '../features/player/MiniPlayer.tsx';
import { messages } from '../lib/messages.ts';
import { frameRules } from '../lib/paths.ts';
import { keptTakeAtom } from '../state/keptTake.ts';
import { latePart } from '../ui/latePart.tsx';
import { AdultGate } from './AdultGate.tsx';
import { Background } from './Background.tsx';
import { QuickWayOut } from './Discreet.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Footer } from './Footer.tsx';
import styles from './Frame.module.css';
import { OutboxSlot } from './OutboxSlot.tsx';
import { TopBar } from './TopBar.tsx';

/** A new page comes out of the dark; a fade is allowed under reduced motion too. */
const ENTER_MS = 200;
/** The recorder has loaded it already; without it the take is kept all the same. */
const KeptTake = latePart(async () => (await import('../features/recorder/KeptTake.tsx')).KeptTake);

export function Frame({ children }: { children: ReactNode }) {
  const { pathname, key } = useLocation();
  const rules = frameRules(pathname);
  const leftTake = useAtomValue(keptTakeAtom) !== null;
  const main = useRef<HTMLElement>(null);
  const arrival = useNavigationType();
  const shownPath = useRef(pathname);

  useLayoutEffect(() => {
    if (pathname === shownPath.current) return;
    shownPath.current = pathname;
    // Going back, the browser puts a list where it was.
    if (arrival !== 'POP') window.scrollTo(0, 0);
    // A screen reader follows to the new page; on the first one the browser is already there.
    main.current?.focus({ preventScroll: true });
    main.current?.animate([{ opacity: 0 }, { opacity: 1 }], { duration: ENTER_MS, easing: 'ease-out' });
  }, [pathname, arrival]);

  useEffect(() => {
    document.body.classList.toggle(styles.plain ?? '', rules.plain);
  }, [rules.plain]);

  return (
    <>
      <a href="#content" className={styles.skip}>
        {messages.shell.skip}
      </a>
      {rules.background && <Background />}
      <TopBar back={rules.back} navigation={rules.navigation} canGoBack={key !== 'default'} />
      <main
        id="content"
        ref={main}
        tabIndex={-1}
        className={`${styles.main} ${rules.back ? styles.tight : ''}`}
        data-route={pathname}
      >
        <OutboxSlot shown={rules.outbox} />
        <ErrorBoundary resetKey={pathname}>{children}</ErrorBoundary>
      </main>
      {rules.footer && <Footer />}
      {rules.miniPlayer && <MiniPlayer />}
      {leftTake && <KeptTake />}
      <AdultGate />
      <QuickWayOut />
    </>
  );
}
