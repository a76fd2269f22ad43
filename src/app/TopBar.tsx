// Top bar: logo or back button, navigation, record button. Blurs the content below it once scrolled.

import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect, useState } from 'react';
import { Link, NavLink, useNavigate } from 'react-router-dom';
import { messages } from '../lib/messages.ts';
import { pagesBehind, paths } from '../lib/paths.ts';
import { requireAdultAtom } from '../state/adult.ts';
import { newsDotAtom } from '../state/news.ts';
import { Icon, type IconName } from '../ui/Icon.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { tick } from '../ui/tick.ts';
import logoStyles from './Logo.module.css';
import styles from './TopBar.module.css';

const BLUR_AFTER_PX = 10;

const LINKS: readonly { to: string; icon: IconName; label: string; end: boolean }[] = [
  { to: paths.home(), icon: 'home', label: messages.shell.home, end: true },
  { to: paths.news(), icon: 'bell', label: messages.shell.news, end: false },
  { to: paths.profile(), icon: 'person', label: messages.shell.profile, end: false },
  { to: paths.search(), icon: 'search', label: messages.shell.search, end: false },
];

export interface TopBarProps {
  /** Null: neither logo nor back button. */
  back: boolean | null;
  navigation: boolean;
  /** The record button; without it its place stays empty, so that the links don't move. */
  record?: boolean;
}

function useScrolled(): boolean {
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    const update = () => setScrolled(window.scrollY > BLUR_AFTER_PX);
    update();
    window.addEventListener('scroll', update, { passive: true });
    return () => window.removeEventListener('scroll', update);
  }, []);
  return scrolled;
}

export function TopBar({ back, navigation, record = true }: TopBarProps) {
  const navigate = useNavigate();
  const requireAdult = useSetAtom(requireAdultAtom);
  const scrolled = useScrolled();
  const hasNews = useAtomValue(newsDotAtom) > 0;
  const open = async () => {
    tick();
    if (await requireAdult()) navigate(paths.record());
  };
  return (
    <header className={`${styles.bar} ${scrolled ? styles.scrolled : ''}`} data-scrolled={scrolled}>
      <div className={styles.inner}>
        {back === true && (
          <IconButton
            label={messages.shell.back}
            // On a page opened directly, Back would leave the site: go home instead.
            onClick={() => (pagesBehind() ? navigate(-1) : navigate(paths.home()))}
          >
            <Icon name="back" />
          </IconButton>
        )}
        {back === false && (
          <Link to={paths.home()} className={styles.logo} aria-label={messages.shell.name}>
            <Logo />
          </Link>
        )}
        {navigation && (
          <nav aria-label={messages.shell.mainNavigation} className={styles.nav}>
            {LINKS.map(({ to, icon, label, end }) => {
              const isNew = hasNews && icon === 'bell';
              return (
                <NavLink
                  key={to}
                  to={to}
                  end={end}
                  className={({ isActive }) => `${styles.link} ${isActive ? styles.active : ''}`}
                  aria-label={isNew ? messages.shell.newsUnread : label}
                  title={label}
                >
                  <Icon name={icon} />
                  {isNew && <span className={styles.dot} data-news-dot />}
                </NavLink>
              );
            })}
            {record ? (
              <button
                type="button"
                className={styles.record}
                aria-label={messages.shell.record}
                title={messages.shell.record}
                onClick={() => void open()}
              >
                <span className={styles.light}>
                  <Icon name="microphone" size={18} />
                </span>
              </button>
            ) : (
              <span className={styles.record} />
            )}
          </nav>
        )}
      </div>
    </header>
  );
}

/** Lengths of the twelve strokes around the ring, in view-box units. */
const STROKES = [5, 3, 6.5, 4, 7, 3.5, 5.5, 3, 6, 4.5, 7, 3.5];

/** A waveform closing to a ring, next to the name. */
function Logo() {
  return (
    <span className={logoStyles.logo}>
      <svg width="28" height="28" viewBox="-16 -16 32 32" aria-hidden="true" focusable="false">
        <defs>
          <linearGradient id="logo-warm" x1="0" y1="0" x2="1" y2="0.2">
            <stop offset="0" stopColor="var(--accent-from)" />
            <stop offset="1" stopColor="var(--accent-to)" />
          </linearGradient>
        </defs>
        <g fill="url(#logo-warm)">
          {STROKES.map((length, index) => (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a fixed drawing
              key={index}
              x={-1.1}
              y={-8 - length}
              width={2.2}
              height={length}
              rx={1.1}
              transform={`rotate(${index * 30})`}
            />
          ))}
        </g>
      </svg>
      <span className={logoStyles.name} aria-hidden="true">
        {messages.shell.name}
      </span>
    </span>
  );
}
