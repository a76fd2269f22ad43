// A recording's waveform with marked regions (wavesurfer.js). The server's engine computes the peaks: the page never
// decodes audio. The library, about 19 kB, loads when first shown.
import { useEffect, useRef } from 'react';
import type WaveSurfer from 'wavesurfer.js';
import { fill } from '../lib/messages.ts';
import styles from './Waveform.module.css';

export interface WaveformRegion {
  id: string;
  /** Seconds. */
  start: number;
  /** Seconds; 0 marks a moment. */
  seconds: number;
  kind: 'sample' | 'voice' | 'report';
}

export interface WaveformProps {
  /** Heights 0…1 over the whole recording. Must stay the same array, or the waveform is made again. */
  peaks: Float32Array;
  /** Length of the recording. */
  seconds: number;
  /** Seconds. */
  position: number;
  regions: readonly WaveformRegion[];
  /** Step of an arrow key, seconds. */
  step: number;
  /** CSS colour of the bar at a position 0…1; one colour for all by default. Must stay the same function. */
  colourAt?: ((place: number) => string) | undefined;
  label: string;
  /** With placeholders `at` and `of`. */
  valueText: string;
  speak: (seconds: number) => string;
  onSeek: (seconds: number) => void;
}

/** As in `Waveform.module.css`. */
const HEIGHT_PX = 64;
/** CSS pixels from one bar to the next, and the width of a bar. */
const BAR_PITCH_PX = 4;
const BAR_SHARE = 0.7;
const REGION_MIN_PX = 3;
/** Silence still shows a line, device pixels. */
const BAR_MIN_PX = 2;

interface Drawn {
  wave: WaveSurfer;
  regions: { clearRegions(): void; addRegion(params: object): unknown };
}

export function Waveform(props: WaveformProps) {
  const { peaks, seconds, position, regions, step, colourAt, label, valueText, speak, onSeek } = props;
  const box = useRef<HTMLDivElement>(null);
  const drawn = useRef<Drawn | null>(null);
  const shown = useRef({ position, regions });
  shown.current = { position, regions };

  useEffect(() => {
    const container = box.current;
    if (container === null || seconds <= 0) return;
    let isGone = false;
    load().then(
      ({ WaveSurfer, Regions }) => {
        if (isGone) return;
        const plugin = Regions.create();
        // Not in the document yet: see `adoptStyles`.
        const host = document.createElement('div');
        const wave = WaveSurfer.create({
          container: host,
          height: HEIGHT_PX,
          peaks: [peaks],
          duration: seconds,
          plugins: [plugin],
          ...colours(container),
          renderFunction: ([heights], context) =>
            drawBars(
              context,
              heights ?? peaks,
              matchMedia('(forced-colors: active)').matches ? undefined : colourAt,
            ),
          cursorWidth: 2,
          // The range input above it takes presses and keys.
          interact: false,
          hideScrollbar: true,
          autoScroll: false,
        });
        adoptStyles(wave);
        container.replaceChildren(host);
        drawn.current = { wave, regions: plugin };
        wave.once('ready', () => {
          drawRegions(plugin, container, shown.current.regions, seconds);
          wave.setTime(shown.current.position);
          container.dataset.ready = '';
        });
      },
      (error: unknown) => console.warn('the waveform could not be loaded', error),
    );
    return () => {
      isGone = true;
      drawn.current?.wave.destroy();
      drawn.current = null;
      delete container.dataset.ready;
    };
  }, [peaks, seconds, colourAt]);

  useEffect(() => {
    if (drawn.current && box.current?.dataset.ready !== undefined)
      drawRegions(drawn.current.regions, box.current, regions, seconds);
  }, [regions, seconds]);
  useEffect(() => drawn.current?.wave.setTime(position), [position]);

  return (
    <div className={styles.waveform}>
      <div ref={box} className={styles.wave} aria-hidden="true" data-waveform />
      <input
        type="range"
        className={styles.seek}
        aria-label={label}
        aria-valuetext={fill(valueText, { at: speak(position), of: speak(seconds) })}
        min={0}
        max={seconds}
        step={0.1}
        value={position}
        onKeyDown={(event) => {
          const by = { ArrowRight: step, ArrowUp: step, ArrowLeft: -step, ArrowDown: -step }[event.key];
          if (by === undefined) return;
          event.preventDefault();
          onSeek(Math.min(seconds, Math.max(0, position + by)));
        }}
        onChange={(event) => onSeek(event.currentTarget.valueAsNumber)}
      />
    </div>
  );
}

async function load() {
  const [{ default: WaveSurfer }, { default: Regions }] = await Promise.all([
    import('wavesurfer.js'),
    import('wavesurfer.js/plugins/regions'),
  ]);
  return { WaveSurfer, Regions };
}

/** Colours from `Waveform.module.css`, which uses our tokens; system colours under forced colours. */
function colours(container: HTMLElement) {
  const read = (name: string) => getComputedStyle(container).getPropertyValue(name).trim();
  return { waveColor: read('--wave'), progressColor: read('--played'), cursorColor: read('--cursor') };
}

/** A region shorter than `REGION_MIN_PX` is widened: two seconds of an hour are less than a pixel. */
function drawRegions(
  plugin: Drawn['regions'],
  container: HTMLElement,
  all: readonly WaveformRegion[],
  total: number,
): void {
  const style = getComputedStyle(container);
  const least = (total * REGION_MIN_PX) / Math.max(REGION_MIN_PX, container.clientWidth);
  plugin.clearRegions();
  for (const { id, start, seconds, kind } of all) {
    const from = Math.max(0, Math.min(start, total - least));
    plugin.addRegion({
      id,
      start: from,
      ...(seconds > 0 ? { end: Math.min(total, Math.max(start + seconds, from + least)) } : {}),
      color: style.getPropertyValue(`--${kind}`).trim(),
      drag: false,
      resize: false,
    });
  }
}

/** Bars of `peaks` over the whole canvas; several values that share a bar show the highest. */
function drawBars(
  context: CanvasRenderingContext2D,
  peaks: Float32Array | number[],
  colourAt: WaveformProps['colourAt'],
): void {
  const { width, height } = context.canvas;
  const pitch = BAR_PITCH_PX * (globalThis.devicePixelRatio || 1);
  const bars = Math.max(1, Math.floor(width / pitch));
  for (let bar = 0; bar < bars; bar++) {
    const from = Math.floor((bar * peaks.length) / bars);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / bars));
    const tall = Math.max(BAR_MIN_PX, Math.max(...peaks.slice(from, to)) * height);
    if (colourAt) context.fillStyle = colourAt(bar / bars);
    context.fillRect(bar * pitch, (height - tall) / 2, pitch * BAR_SHARE, tall);
  }
}

/**
 * The page's policy refuses style elements. Takes the library's out before it is in the document, and adopts its
 * rules as a sheet, which the policy allows.
 */
function adoptStyles(wave: WaveSurfer): void {
  const root = wave.getWrapper().getRootNode();
  if (!(root instanceof ShadowRoot)) return;
  const element = root.querySelector('style');
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(element?.textContent ?? '');
  root.adoptedStyleSheets = [sheet];
  element?.remove();
}
