// The hold-to-keep button: keeps while held by thumb or key. In tap mode, and for clicks without a hold (switch, screen
// reader), one press starts and the next stops.
import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { type PointerEvent, useCallback, useEffect, useRef } from 'react';
import { toolMessages } from '../../../lib/messages/tools.ts';
import { createScope } from '../../../lib/scope.ts';
import { tick } from '../../../ui/tick.ts';
import { growHoldAtom, isHeldAtom, pressHoldAtom, releaseHoldAtom } from './holdSession.ts';
import styles from './tools.module.css';

/** Interval at which the area grows on the waveform: smooth, and cheap with hundreds of areas. */
const GROW_MS = 100;

const text = toolMessages.hold;

export function HoldButton({ byPress }: { byPress: boolean }) {
  const store = useStore();
  const held = useAtomValue(isHeldAtom);
  const [press, release, grow] = [
    useSetAtom(pressHoldAtom),
    useSetAtom(releaseHoldAtom),
    useSetAtom(growHoldAtom),
  ];
  const button = useRef<HTMLButtonElement>(null);
  /** True after a hold, whose click must be ignored. */
  const wasHeld = useRef(false);
  const target = useCallback(() => button.current, []);
  const toggle = useCallback(() => (store.get(isHeldAtom) ? release() : press()), [store, press, release]);
  const nothing = useCallback(() => {}, []);
  useHoldKey(target, byPress ? toggle : press, byPress ? nothing : release);

  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    if (!held) return;
    tick();
    const timer = setInterval(grow, GROW_MS);
    return () => {
      clearInterval(timer);
      tick();
    };
  }, [held, grow]);

  const down = (event: PointerEvent<HTMLButtonElement>) => {
    wasHeld.current = false;
    if (byPress || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    wasHeld.current = true;
    press();
  };
  const up = () => {
    if (wasHeld.current) release();
  };
  const idle = byPress ? text.buttonTap : text.button;
  return (
    <button
      ref={button}
      data-hold
      type="button"
      className={`${styles.hold} ${held ? styles.held : ''}`}
      aria-pressed={held}
      onPointerDown={down}
      onPointerUp={up}
      onPointerCancel={() => {
        up();
        wasHeld.current = false;
      }}
      onContextMenu={(event) => event.preventDefault()}
      onClick={() => {
        if (!wasHeld.current) toggle();
        wasHeld.current = false;
      }}
    >
      {held ? (byPress ? text.keepingTap : text.keeping) : idle}
    </button>
  );
}

const OWN_SPACE = 'button, input, textarea, select, a[href], [role="radio"], [role="switch"]';

/** Space presses `target` wherever the focus is, except on controls that use Space. Losing focus releases. */
function useHoldKey(target: () => HTMLElement | null, press: () => void, release: () => void): void {
  useEffect(() => {
    const scope = createScope();
    let down = false;
    const isOurs = (event: KeyboardEvent) => {
      const origin = event.composedPath()[0];
      if (event.key !== ' ' || !(origin instanceof Element)) return false;
      return origin === target() || origin.closest(OWN_SPACE) === null;
    };
    const take = (event: Event) => {
      event.preventDefault();
      event.stopPropagation();
    };
    // Capture phase: before the editor's own Space shortcut.
    const onDown = (event: KeyboardEvent) => {
      if (!isOurs(event) || event.altKey || event.ctrlKey || event.metaKey) return;
      take(event);
      if (!down) press();
      down = true;
    };
    const onUp = (event: KeyboardEvent) => {
      if (!down || event.key !== ' ') return;
      take(event);
      down = false;
      release();
    };
    const releaseKey = () => {
      if (!down) return;
      down = false;
      release();
    };
    window.addEventListener('keydown', onDown, true);
    window.addEventListener('keyup', onUp, true);
    scope.add(() => window.removeEventListener('keydown', onDown, true));
    scope.add(() => window.removeEventListener('keyup', onUp, true));
    scope.listen(window, 'blur', releaseKey);
    scope.listen(document, 'visibilitychange', releaseKey);
    return () => scope.close();
  }, [target, press, release]);
}
