// Waveform, overview and zoom of one source; shows once per device that the end handle moves.
import { useAtom, useAtomValue, useSetAtom, useStore } from 'jotai';
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { editorMessages } from '../../lib/messages/editor.ts';
import { studioMessages } from '../../lib/messages/studio.ts';
import { fill } from '../../lib/messages.ts';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { latePart } from '../../ui/latePart.tsx';
import { Slider } from '../../ui/Slider.tsx';
import { areasAtom, type EditorSource, previewAreasAtom } from './atoms.ts';
import styles from './editor.module.css';
import { keptMarksAtom } from './marks.ts';
import { Overview } from './Overview.tsx';
import { editorPortsAtom } from './ports.ts';
import { snapAtom } from './preferences.ts';
import { Transport } from './Transport.tsx';
import takeStyles from './take.module.css';
import { takeDamageAtom } from './takeDamage.ts';
import { isToolWorkingAtom } from './tools/openTool.ts';
import { useWaveform } from './useWaveform.ts';
import type { WaveView } from './wave/waveView.ts';
import {
  FIT_ZOOM,
  isWholeInViewAtom,
  nearestStop,
  shownZoomAtom,
  stepZoomAtom,
  ZOOM_STOPS,
  zoomAtom,
} from './zoom.ts';

const DamageMarks = latePart(async () => (await import('./late.ts')).DamageMarks);

/** The places that were marked while recording: lines that let every gesture through. */
function OwnMarks({ view, seconds }: { view: WaveView | null; seconds: number }) {
  const marks = useAtomValue(keptMarksAtom);
  if (!view || marks.length === 0) return null;
  return createPortal(
    <div aria-hidden="true" data-testid="marks" className={takeStyles.marks}>
      {marks.map((at) => (
        <span key={at} style={{ left: `${(at / seconds) * 100}%` }}>
          <Icon name="flag" size={16} />
        </span>
      ))}
    </div>,
    view.wrapper,
  );
}

export function Waveform({ source }: { source: EditorSource }) {
  const { box, view } = useWaveform(source);
  const isWorking = useAtomValue(isToolWorkingAtom);
  const damage = useAtomValue(takeDamageAtom);
  useHandleDemo(source);
  return (
    <>
      <div className={styles.waveform}>
        <Overview source={source} view={view} />
        <div ref={box} className={styles.wave} data-testid="waveform" />
        {view && damage && <DamageMarks view={view} damage={damage} seconds={source.seconds} />}
        <OwnMarks view={view} seconds={source.seconds} />
        <ZoomRow />
      </div>
      {!isWorking && <Transport duration={source.seconds} />}
    </>
  );
}

function ZoomRow() {
  const zoom = useAtomValue(shownZoomAtom);
  const isWhole = useAtomValue(isWholeInViewAtom);
  const setZoom = useSetAtom(zoomAtom);
  const step = useSetAtom(stepZoomAtom);
  const stop = isWhole ? 0 : nearestStop(zoom);
  return (
    <div className={styles.zoom}>
      <IconButton label={studioMessages.studio.zoomOut} disabled={isWhole} onClick={() => step(-1)}>
        <Icon name="minus" size={20} />
      </IconButton>
      <Slider
        label={studioMessages.studio.zoom}
        min={0}
        max={ZOOM_STOPS.length - 1}
        value={stop}
        valueText={
          isWhole
            ? editorMessages.wholeInView
            : fill(studioMessages.studio.zoomValue, { n: Math.max(1, Math.round(zoom)) })
        }
        onChange={(index) => setZoom(index === 0 ? FIT_ZOOM : (ZOOM_STOPS[index] ?? 1))}
      />
      <IconButton
        label={studioMessages.studio.zoomIn}
        disabled={zoom >= (ZOOM_STOPS.at(-1) ?? 0)}
        onClick={() => step(1)}
      >
        <Icon name="plus" size={20} />
      </IconButton>
      <SnapSwitch />
    </div>
  );
}

const DELAY_MS = 1000;
const LENGTH_MS = 1400;
/** How far the handle goes, as a share of the duration. */
const SHIFT = 0.2;
const SETTING = 'editorDemoSeen';
/** Signs of a person, also of one who speaks or uses a screen reader. Each ends the demonstration, whose areas are no edit. */
const SIGNS = ['pointerdown', 'keydown', 'input', 'click'] as const;
const isTrue = (value: unknown): value is boolean => value === true;

function useHandleDemo(source: EditorSource): void {
  const store = useStore();
  const preview = useSetAtom(previewAreasAtom);
  const isUnderstood = useRef(false);
  useEffect(() => {
    const { settings } = store.get(editorPortsAtom);
    if (isUnderstood.current) return;
    if (settings.read(SETTING, isTrue, false)) return;
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    let frame = 0;
    let shown = false;
    const stop = () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      if (shown) preview(null);
      shown = false;
      for (const sign of SIGNS) window.removeEventListener(sign, understand, true);
    };
    const timer = setTimeout(() => {
      const [first, ...rest] = store.get(areasAtom);
      if (!first || rest.length > 0 || first.end < source.seconds) return stop();
      settings.write(SETTING, true);
      shown = true;
      const began = performance.now();
      const step = (now: number) => {
        const progress = Math.min(1, (now - began) / LENGTH_MS);
        const bow = Math.sin(progress * Math.PI) ** 2;
        preview([{ ...first, end: source.seconds * (1 - SHIFT * bow) }]);
        if (progress < 1) frame = requestAnimationFrame(step);
        else stop();
      };
      frame = requestAnimationFrame(step);
    }, DELAY_MS);
    // It ends for good.
    const understand = () => {
      isUnderstood.current = true;
      stop();
    };
    for (const sign of SIGNS) window.addEventListener(sign, understand, true);
    return stop;
  }, [source, store, preview]);
}

function SnapSwitch() {
  const [snaps, setSnaps] = useAtom(snapAtom);
  return (
    <button
      type="button"
      className={styles.snap}
      aria-pressed={snaps}
      title={editorMessages.snapHint}
      onClick={() => setSnaps(!snaps)}
    >
      {editorMessages.snap}
    </button>
  );
}
