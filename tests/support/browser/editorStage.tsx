// The real editor on a take without decoding: computed peaks, ports in memory, touches by the browser's input. An hour
// takes as long as a minute.
import type {} from '@vitest/browser-playwright';
import { createStore } from 'jotai/vanilla';
import type { ReactNode } from 'react';
import { cdp } from 'vitest/browser';
import type { AuditionOptions } from '../../../src/audio/audition.ts';
import type { Dsp } from '../../../src/dsp/client.ts';
import type { Inspection, PeaksChunk } from '../../../src/dsp/protocol.ts';
import { areasAtom } from '../../../src/features/editor/atoms.ts';
import { EditorPanel } from '../../../src/features/editor/EditorPanel.tsx';
import { type EditorPorts, editorPortsAtom } from '../../../src/features/editor/ports.ts';
import { editKey } from '../../../src/lib/editNotes.ts';
import { dspAtom } from '../../../src/state/dsp.ts';
import { renderApp } from './renderApp.tsx';

const RATE = 48_000;
const FRAMES_PER_PAIR = 256;
const TAKE = 'idb:take/t1';

export interface EditorStageOptions {
  /** Length of the take. */
  seconds?: number;
  /** Magnitude 0 … 1 at a time. */
  loudness?: (seconds: number) => number;
  /** Stored settings of this device; the demo counts as seen unless set otherwise. */
  settings?: Record<string, unknown>;
  /** The open take; its peaks are computed unless `engine` is `real`. */
  take?: Blob;
  /** Replaces the computing engine; `real` decodes `take`. */
  engine?: Partial<Dsp> | 'real';
  /** The stored edit of the take. */
  edit?: unknown;
  openReference?: (reference: string) => Promise<Blob>;
  /** Places marked while recording, seconds. */
  marks?: number[];
  isPhone?: boolean;
  again?: (label: string) => ReactNode;
}

/** Speech with a pause of a second every four seconds. */
const speech = (seconds: number) => (seconds % 5 < 4 ? 0.5 : 0);

export async function openEditor({
  seconds = 60,
  loudness = speech,
  settings = {},
  take = new Blob(['take']),
  engine = {},
  edit,
  openReference = async () => take,
  marks = [],
  isPhone = true,
  again = () => null,
}: EditorStageOptions = {}) {
  const store = createStore();
  const remembered = new Map<string, unknown>(Object.entries({ editorDemoSeen: true, ...settings }));
  const auditions: { options: AuditionOptions; stopped: boolean; at: number }[] = [];
  const ports: Partial<EditorPorts> = {
    handoff: {
      readRecordingData: () => ({
        file: { name: 'take.webm', size: 4, type: 'audio/webm', data: TAKE, tempTrackId: 'p1' },
        duration: seconds,
        recordedAt: '2026-11-21T00:00:00Z',
        edited: false,
        title: 'Take',
      }),
      readUploadFile: () => null,
      writeRecordingData: () => undefined,
      writeUploadFile: () => undefined,
      openReference,
      marksOf: async () => marks,
      clearUploadFile: () => undefined,
      referToExport: async () => 'memory:1',
    },
    takeShared: async () => null,
    notes: { read: async (key) => (key === editKey(TAKE) ? edit : undefined), write: async () => undefined },
    settings: {
      read: (key, accept, fallback) => {
        const value = remembered.get(key);
        return accept(value) ? value : fallback;
      },
      write: (key, value) => void remembered.set(key, value),
    },
    release: async () => undefined,
    elsewhere: { watch: () => () => undefined, keep: async () => undefined },
    startAudition: (options) => {
      const audition = { options, stopped: false, at: options.regions[0]?.start ?? 0 };
      auditions.push(audition);
      return {
        position: () => audition.at,
        regionIndex: () => 0,
        stop: () => {
          audition.stopped = true;
        },
      };
    },
    isPhone: () => isPhone,
  };
  store.set(editorPortsAtom, { ...store.get(editorPortsAtom), ...ports });
  const byArithmetic = {
    analyse: async (_file: Blob, _parts: readonly string[], onPeaks?: (chunk: PeaksChunk) => void) => {
      onPeaks?.(peaksOf(seconds, loudness));
      return inspectionOf(seconds);
    },
    discard: async () => undefined,
    ...(engine === 'real' ? {} : engine),
  };
  if (engine !== 'real') store.set(dspAtom, byArithmetic as unknown as Dsp);
  const { screen } = await renderApp(<EditorPanel again={again} onExported={() => undefined} />, { store });
  await screen.getByRole('heading', { level: 1 }).element();
  const bounds = () => store.get(areasAtom).map(({ start, end }) => [round(start), round(end)]);
  return { store, screen, auditions, remembered, bounds };
}

const round = (seconds: number) => Math.round(seconds * 100) / 100;

function peaksOf(seconds: number, loudness: (seconds: number) => number): PeaksChunk {
  const count = Math.ceil((seconds * RATE) / FRAMES_PER_PAIR);
  const pairs = new Int8Array(count * 2);
  const rms = new Uint8Array(count);
  for (let pair = 0; pair < count; pair++) {
    const value = loudness((pair * FRAMES_PER_PAIR) / RATE);
    pairs[pair * 2] = -Math.round(value * 127);
    pairs[pair * 2 + 1] = Math.round(value * 127);
    rms[pair] = Math.round(255 * Math.sqrt(value * Math.SQRT1_2));
  }
  const chunk = { firstPair: 0, pairs, rms, framesPerPair: FRAMES_PER_PAIR, sampleRate: RATE, fraction: 1 };
  return chunk;
}

const inspectionOf = (seconds: number): Inspection => ({
  container: 'webm',
  codec: 'opus',
  channels: 1,
  sampleRate: RATE,
  frames: seconds * RATE,
  seconds,
  metadata: [],
  damage: [],
  video: false,
});

export interface Place {
  x: number;
  y: number;
}

/** The middle of an element's visible part, in this page's coordinates. */
export function middleOf(element: Element): Place {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const from = Math.max(0, left);
  const to = Math.min(innerWidth, right);
  return { x: (from + to) / 2, y: (top + bottom) / 2 };
}

type TouchType = 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel';

/** Fingers on the screen, through the browser's own input: scrolling, `touch-action` and captures are real. */
export const fingers = {
  send: (type: TouchType, ...places: Place[]) => fingers.at(undefined, type, ...places),
  /** `timestamp`: seconds since 1970; without it, when it arrives. */
  async at(timestamp: number | undefined, type: TouchType, ...places: Place[]): Promise<void> {
    const frame = window.frameElement?.getBoundingClientRect();
    const [left, top] = [frame?.left ?? 0, frame?.top ?? 0];
    const touchPoints = places.map(({ x, y }, id) => ({ x: x + left, y: y + top, id }));
    await cdp().send('Input.dispatchTouchEvent', {
      type,
      touchPoints,
      ...(timestamp === undefined ? {} : { timestamp }),
    });
  },
  down: (...places: Place[]) => fingers.send('touchStart', ...places),
  move: (...places: Place[]) => fingers.send('touchMove', ...places),
  up: (...still: Place[]) => fingers.send('touchEnd', ...still),
  /** Moves one finger between two places, in steps. */
  async glide(from: Place, to: Place, steps = 8): Promise<void> {
    for (let step = 1; step <= steps; step++) {
      const part = step / steps;
      await fingers.move({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });
      await frame();
    }
  },
  async drag(from: Place, to: Place): Promise<void> {
    await fingers.down(from);
    await fingers.glide(from, to);
    await fingers.up();
  },
  async tap(place: Place): Promise<void> {
    await fingers.down(place);
    await fingers.up();
  },
  /** Touches carry explicit times: a busy machine would turn a slow second tap into a first. */
  async doubleTap(place: Place): Promise<void> {
    const now = Date.now() / 1000;
    for (const after of [0, 0.12]) {
      await fingers.at(now + after, 'touchStart', place);
      await fingers.at(now + after + 0.05, 'touchEnd');
    }
  },
};

const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));
/** Waits until the change is drawn and laid out. */
export async function settled(): Promise<void> {
  for (let frames = 0; frames < 4; frames++) await frame();
}
export const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The scrolling element, with helpers for tests. */
export function waveBox() {
  const box = document.querySelector<HTMLElement>('[data-testid="waveform"] > div');
  if (!box) throw new Error('no waveform');
  return {
    box,
    left: () => box.scrollLeft,
    canvases: () => [...box.querySelectorAll('canvas')],
    /** Screen position of a time. */
    x: (seconds: number, total: number) => {
      const wrapper = box.querySelector('canvas')?.parentElement?.getBoundingClientRect();
      return (wrapper?.left ?? 0) + (seconds / total) * (wrapper?.width ?? 0);
    },
  };
}

/** The visible line of a handle, CSS pixels from the left of the page. */
export function lineOf(handle: Element): number {
  return (
    handle.getBoundingClientRect().left +
    Number.parseFloat(getComputedStyle(handle).getPropertyValue('--cut'))
  );
}
