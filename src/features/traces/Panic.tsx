// Listens for the quick way out; draws nothing.
import { useSetAtom } from 'jotai/react';
import { useEffect } from 'react';
import { tracesMessages } from '../../lib/messages/traces.ts';
import { pagesBehind } from '../../lib/paths.ts';
import { createScope } from '../../lib/scope.ts';
import { panicNowAtom } from './atoms.ts';

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

/**
 * Puts a page of empty notes where this page stood, and where all pages of this visit stood: neither back nor
 * forward leads to them.
 */
const NOTES = '/quiet.html';
/** A browser that does not say it has gone back is not waited for. */
const PATIENCE_MS = 300;

/** Goes back `by` entries and tells when the browser is there. */
function goBack(by: number, then: () => void): void {
  let done = false;
  const once = () => {
    if (done) return;
    done = true;
    then();
  };
  window.addEventListener('popstate', once, { once: true });
  setTimeout(once, PATIENCE_MS);
  window.history.go(-by);
}

function leaveForNotes(): void {
  // Nothing of the page is seen while the browser works.
  document.documentElement.style.display = 'none';
  document.title = tracesMessages.notes;
  const replace = () => window.location.replace(NOTES);
  const before = pagesBehind();
  if (before === 0) {
    replace();
    return;
  }
  goBack(before, () => {
    // Our entry after the first one replaces all later entries.
    window.history.pushState(null, '', NOTES);
    goBack(1, replace);
  });
}

// Esc twice, or a double tap with two fingers, anywhere on the page.

/** Between the two presses. */
const TWICE_WITHIN_MS = 500;
/** Two fingers that stay longer, or move further, scroll and zoom. */
const TAP_MS = 300;
const TAP_PX = 12;

/** Returns a function that stops it. */
function onPanic(panic: () => void): () => void {
  const scope = createScope();
  let lastPress = Number.NEGATIVE_INFINITY;
  const press = (at: number) => {
    if (at - lastPress < TWICE_WITHIN_MS) panic();
    lastPress = at;
  };
  let tap: { at: number; places: Map<number, { x: number; y: number }>; most: number } | null = null;

  const keydown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.repeat) press(event.timeStamp);
  };
  const touchstart = (event: TouchEvent) => {
    tap ??= { at: event.timeStamp, places: new Map(), most: 0 };
    tap.most = Math.max(tap.most, event.touches.length);
    for (const { identifier, clientX, clientY } of event.changedTouches)
      tap.places.set(identifier, { x: clientX, y: clientY });
  };
  const touchmove = (event: TouchEvent) => {
    for (const { identifier, clientX, clientY } of event.changedTouches) {
      const from = tap?.places.get(identifier);
      if (tap && from && Math.hypot(clientX - from.x, clientY - from.y) > TAP_PX) tap.most = 0;
    }
  };
  const touchend = (event: TouchEvent) => {
    if (event.touches.length > 0 || tap === null) return;
    if (tap.most === 2 && event.timeStamp - tap.at < TAP_MS) press(event.timeStamp);
    tap = null;
  };
  const add = <K extends keyof WindowEventMap>(type: K, listener: (event: WindowEventMap[K]) => void) => {
    window.addEventListener(type, listener, { capture: true, passive: true });
    scope.add(() => window.removeEventListener(type, listener, { capture: true }));
  };
  add('keydown', keydown);
  add('touchstart', touchstart);
  add('touchmove', touchmove);
  add('touchend', touchend);
  add('touchcancel', () => {
    tap = null;
  });
  return () => scope.close();
}
