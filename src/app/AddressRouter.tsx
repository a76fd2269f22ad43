// The page's address. When it leads to a recording's player or away from it, the recording's cover travels with it.
import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { UNSAFE_createBrowserHistory as createBrowserHistory, Router } from 'react-router-dom';
import { noteMotion } from '../lib/motion.ts';

/** Longest wait for the player's code before the page shows without travel: 10 steps of this, milliseconds. */
const STEP_MS = 10;

const playerOf = (path: string) => /\/player\/([\w-]+)$/.exec(path)?.[1];

function isOnScreen(cover: HTMLElement): boolean {
  const { x, y, width, height } = cover.getBoundingClientRect();
  const [middle, centre] = [x + width / 2, y + height / 2];
  return middle > 0 && middle < innerWidth && centre > 0 && centre < innerHeight;
}

/** The cover of the pressed card, else the first on screen: a card's, the mini player's, or the player's ring. */
function coverOf(trackId: string): HTMLElement | undefined {
  const covers = [...document.querySelectorAll<HTMLElement>(`[data-cover-of="${trackId}"]`)];
  return covers.find((each) => each.closest('article:focus-within')) ?? covers.find(isOnScreen);
}

/** The browser skips a transition in which two elements have the same name. */
let named: HTMLElement | undefined;
function nameOnly(cover: HTMLElement | undefined): void {
  named?.style.removeProperty('view-transition-name');
  named = cover;
  cover?.style.setProperty('view-transition-name', 'cover');
}

function travel(from: string, to: string, move: () => void): void {
  const [left, opened] = [playerOf(from), playerOf(to)];
  const id = left ?? opened;
  const cover = id && !(left && opened) && document.startViewTransition !== undefined && coverOf(id);
  if (!cover) {
    startTransition(move);
    return;
  }
  nameOnly(cover);
  const { ready, finished } = document.startViewTransition(async () => {
    flushSync(move);
    for (let steps = 0; opened && !coverOf(id) && steps < 10; steps++)
      await new Promise((next) => setTimeout(next, STEP_MS));
    nameOnly(coverOf(id));
  });
  noteMotion(finished);
  // Rejects when the next navigation interrupts it.
  ready.catch(() => {});
}

/** A press on a link to a player loads the player's code before the press ends. */
const loadPlayer = ({ target }: Event) => {
  if ((target as Element).closest('a[href*="/player/"]')) import('../pages/TrackPage.tsx').catch(() => {});
};

export function AddressRouter({ basename, children }: { basename: string; children: ReactNode }) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }));
  const [{ action, location }, show] = useState({ action: history.action, location: history.location });
  useLayoutEffect(() => {
    let path = history.location.pathname;
    document.addEventListener('pointerdown', loadPlayer);
    const leave = history.listen((next) => {
      const from = path;
      path = next.location.pathname;
      travel(from, path, () => show(next));
    });
    return () => {
      leave();
      document.removeEventListener('pointerdown', loadPlayer);
    };
  }, [history]);
  return (
    <Router basename={basename} location={location} navigationType={action} navigator={history}>
      {children}
    </Router>
  );
}
