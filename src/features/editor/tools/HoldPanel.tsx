// Hold-to-keep below the waveform: playback, the button, and the parts kept so far.
import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { type MouseEvent, type PointerEvent, useCallback, useEffect, useRef } from 'react';
import { formatDuration } from '../../../lib/format.ts';
import { toolMessages } from '../../../lib/messages/tools.ts';
import { fill } from '../../../lib/messages.ts';
import { createScope } from '../../../lib/scope.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { SeekIcon } from '../../../ui/SeekIcon.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { tick } from '../../../ui/tick.ts';
import { totalSeconds } from '../areas.ts';
import { areasAtom } from '../atoms.ts';
import { listenAtom, playSpeedAtom } from '../listen.ts';
import {
  dropHoldAtom,
  endHoldAtom,
  growHoldAtom,
  HOLD_SPEEDS,
  holdBackAtom,
  holdByPressAtom,
  holdCountAtom,
  isHeldAtom,
  pressHoldAtom,
  releaseHoldAtom,
  setHoldSpeedAtom,
  toggleHoldPlayAtom,
} from './holdSession.ts';
import { ToolPanel } from './ToolPanel.tsx';
import styles from './tools.module.css';

/** Interval at which the area grows on the waveform: smooth, and cheap with hundreds of areas. */
const GROW_MS = 100;

const text = toolMessages.hold;

function HoldButton({ byPress }: { byPress: boolean }) {
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

/** A pointer press moves the focus back to the hold button; keyboard focus stays. */
const focusBig = (event: MouseEvent<HTMLElement>) => {
  if (event.detail > 0)
    event.currentTarget.querySelector<HTMLElement>('[data-hold]')?.focus({ preventScroll: true });
};

export function HoldPanel() {
  const areas = useAtomValue(areasAtom);
  const playing = useAtomValue(listenAtom).phase === 'playing';
  const speed = useAtomValue(playSpeedAtom);
  const count = useAtomValue(holdCountAtom);
  const held = useAtomValue(isHeldAtom);
  const [byPress, setByPress] = [useAtomValue(holdByPressAtom), useSetAtom(holdByPressAtom)];
  const [togglePlay, setSpeed] = [useSetAtom(toggleHoldPlayAtom), useSetAtom(setHoldSpeedAtom)];
  const [back, drop, end] = [useSetAtom(holdBackAtom), useSetAtom(dropHoldAtom), useSetAtom(endHoldAtom)];
  const time = formatDuration(totalSeconds(areas));
  const sum =
    areas.length === 0
      ? text.keptNone
      : fill(areas.length === 1 ? text.keptOne : text.kept, { n: areas.length, time });
  return (
    <ToolPanel
      title={text.name}
      aside={<span className={styles.sum}>{sum}</span>}
      cancel={{ label: text.leave, onClick: () => end('cancel') }}
      apply={{ label: text.take, disabled: areas.length === 0 || held, onClick: () => end('apply') }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: only where the focus goes */}
      <div className={styles.holdGrid} onClick={focusBig}>
        <div className={styles.controls}>
          <IconButton label={text.back} onClick={back}>
            <SeekIcon direction="back" seconds={5} />
          </IconButton>
          <IconButton
            kind="glass"
            label={playing ? toolMessages.pause : toolMessages.play}
            onClick={togglePlay}
          >
            <Icon name={playing ? 'pause' : 'play'} />
          </IconButton>
          <Tabs
            kind="filter"
            label={text.speed}
            value={String(speed)}
            choices={HOLD_SPEEDS.map((n) => ({ value: String(n), label: fill(text.speedValue, { n }) }))}
            onChange={(value) => setSpeed(Number(value))}
          />
          <IconButton label={text.drop} disabled={count === 0} onClick={drop}>
            <Icon name="undo" />
          </IconButton>
        </div>
        <HoldButton byPress={byPress} />
        <label className={styles.small}>
          <input
            type="checkbox"
            checked={byPress}
            onChange={(event) => setByPress(event.currentTarget.checked)}
          />
          <span>{text.tap}</span>
          {speed > 1 && <span>{text.pitch}</span>}
        </label>
      </div>
    </ToolPanel>
  );
}
