// Everything around a page: top bar, background, footer, mini player, age question.
import { useAtomValue } from 'jotai/react';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { MiniPlayer } from '../features/player/MiniPlayer.tsx';
import { messages } from '../lib/messages.ts';
import { frameRules, paths } from '../lib/paths.ts';
import { panicAtom } from '../state/discreet.ts';
import { leftTakeAtom } from '../state/leftTake.ts';
import { newVersionAtom } from '../state/offlineApp.ts';
import { sessionNewsAtom } from '../state/session.ts';
import { isRecordingAtom } from '../state/sound.ts';
import { latePart } from '../ui/latePart.tsx';
import { PartFailed } from '../ui/PartFailed.tsx';
import { AdultGate } from './AdultGate.tsx';
import { Background } from './Background.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import footerStyles from './Footer.module.css';
import styles from './Frame.module.css';
import { OutboxSlot } from './OutboxSlot.tsx';
import { TopBar } from './TopBar.tsx';
import { useScrollPlace } from './useScrollPlace.ts';

const Panic = latePart(async () => (await import('../features/traces/Panic.tsx')).Panic);
const Sheet = latePart(
  async () => (await import('../features/traces/TracesSheet.tsx')).TracesSheet,
  PartFailed,
);

function QuickWayOut() {
  return useAtomValue(panicAtom) && <Panic />;
}

/** Styled like the footer links around it. */
function DiscreetButton({ className }: { className: string | undefined }) {
  const [open, setOpen] = useState<boolean | null>(null);
  return (
    <>
      <button type="button" className={className} onClick={() => setOpen(true)}>
        {messages.footer.discreet}
      </button>
      {open !== null && <Sheet open={open} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Fade-in of a new page, milliseconds; fades are fine under reduced motion. */
const ENTER_MS = 200;
/** The page's content mounts this long after the frame, milliseconds (specified). */
const MOUNT_MS = 50;
/** The recorder has already loaded this chunk. If it fails to load, the take is still saved. */
const LeftTake = latePart(async () => (await import('../features/recorder/LeftTake.tsx')).LeftTake);
const SessionNotice = latePart(async () => (await import('./SessionNotice.tsx')).SessionNotice);
const VersionNotice = latePart(async () => (await import('./VersionNotice.tsx')).VersionNotice);

/** The HTML document already contained the frame, so the page can render at once. */
const isFramed = document.getElementById('root')?.dataset.framed !== undefined;

/** False for `MOUNT_MS`, while only the frame is rendered. */
function useContent(): boolean {
  const [isThere, setThere] = useState(isFramed);
  useEffect(() => {
    const timer = setTimeout(() => setThere(true), MOUNT_MS);
    return () => clearTimeout(timer);
  }, []);
  return isThere;
}

export function Frame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const rules = frameRules(pathname);
  const isNewer = useAtomValue(newVersionAtom);
  const hasNews = useAtomValue(sessionNewsAtom);
  const isRecording = useAtomValue(isRecordingAtom);
  const hasLeftTake = useAtomValue(leftTakeAtom) !== null;
  const main = useRef<HTMLElement>(null);
  const shownPath = useRef(pathname);
  const isThere = useContent();
  useScrollPlace();

  useLayoutEffect(() => {
    if (pathname === shownPath.current) return;
    shownPath.current = pathname;
    // Moves screen readers to the new page. On the first page the browser does so.
    main.current?.focus({ preventScroll: true });
    main.current?.animate([{ opacity: 0 }, { opacity: 1 }], { duration: ENTER_MS, easing: 'ease-out' });
  }, [pathname]);

  useEffect(() => {
    document.body.classList.toggle(styles.plain ?? '', rules.plain);
  }, [rules.plain]);

  return (
    <>
      <a href="#content" className={styles.skip}>
        {messages.shell.skip}
      </a>
      {rules.background && <Background />}
      <TopBar
        back={isRecording && !rules.back ? null : rules.back}
        navigation={rules.navigation && !isRecording}
        record={!rules.studio}
      />
      <main
        id="content"
        ref={main}
        tabIndex={-1}
        className={`${styles.main} ${rules.back ? styles.tight : ''}`}
        data-route={pathname}
      >
        <ErrorBoundary isOptional>
          <OutboxSlot shown={!rules.studio} />
        </ErrorBoundary>
        <ErrorBoundary resetKey={pathname}>{isThere && children}</ErrorBoundary>
      </main>
      {rules.footer && !isRecording && <Footer />}
      <ErrorBoundary isOptional resetKey={pathname}>
        <MiniPlayer isHere={rules.miniPlayer} />
        {hasLeftTake && <LeftTake />}
        {hasNews && <SessionNotice />}
        {isNewer && <VersionNotice isAtWork={rules.studio} />}
      </ErrorBoundary>
      <AdultGate />
      <QuickWayOut />
    </>
  );
}

const LINKS = [
  { to: paths.about(), text: messages.footer.about },
  { to: paths.guidelines(), text: messages.footer.guidelines },
  { to: paths.safety(), text: messages.footer.safety },
  { to: paths.help(), text: messages.footer.help },
  { to: paths.faq(), text: messages.footer.faq },
  { to: paths.contact(), text: messages.footer.contact },
  { to: paths.privacy(), text: messages.footer.privacy },
  { to: paths.terms(), text: messages.footer.terms },
  { to: paths.imprint(), text: messages.footer.imprint },
];

/** Links to the static pages, and the year. */
function Footer() {
  return (
    <footer className={footerStyles.footer}>
      <nav aria-label={messages.shell.footerNavigation}>
        <ul className={footerStyles.links}>
          {LINKS.map(({ to, text }) => (
            <li key={to}>
              <Link to={to} className={footerStyles.link}>
                {text}
              </Link>
            </li>
          ))}
          <li>
            <DiscreetButton className={footerStyles.link} />
          </li>
        </ul>
      </nav>
      <p className={footerStyles.legal}>
        <span>
          © {new Date().getFullYear()} {messages.shell.name}
        </span>
        <span>{messages.shell.tagline}</span>
        <span>{messages.shell.adultsOnly}</span>
      </p>
    </footer>
  );
}
