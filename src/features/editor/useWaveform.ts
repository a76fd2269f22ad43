// Ties the waveform's parts to the page: made once per source, moved by what changes, gone with the page.
import { useAtomValue, useStore } from 'jotai';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { areasAtom, type EditorSource, playheadAtom, selectedIdAtom } from './atoms.ts';
import { watchFingers } from './fingersOff.ts';
import { followSound } from './followSound.ts';
import { listenAtom } from './listen.ts';
import type { PeakPyramid } from './peakPyramid.ts';
import { bringIntoView } from './reveal.ts';
import type { WaveView } from './wave/waveView.ts';
import {
  createWaveParts,
  type Kept,
  showChange,
  showZoom,
  type WaveNotes,
  type WaveParts,
} from './waveParts.ts';
import { zoomAtom } from './zoom.ts';

export interface Waveform {
  box: RefObject<HTMLDivElement | null>;
  view: WaveView | null;
}

export function useWaveform({ pyramid, seconds }: EditorSource): Waveform {
  const box = useRef<HTMLDivElement>(null);
  const store = useStore();
  const [parts, setParts] = useState<WaveParts | null>(null);
  const zoom = useAtomValue(zoomAtom);
  const areas = useAtomValue(areasAtom);
  const selectedId = useAtomValue(selectedIdAtom);
  const playhead = useAtomValue(playheadAtom);
  const listen = useAtomValue(listenAtom);
  const notes = useRef<WaveNotes>({ anchor: null, touchedId: null });
  const seen = useRef<Kept | null>(null);
  const heard = useRef<unknown[]>([]);
  /** What was looked at before the take's length was corrected: its reading goes on under one's hands. */
  const lookedAt = useRef<{ pyramid: PeakPyramid; seconds: number } | null>(null);

  useEffect(() => (box.current ? watchFingers(box.current, store) : undefined), [store]);
  useEffect(() => {
    const container = box.current;
    if (!container) return;
    const made = createWaveParts(container, { pyramid, seconds }, store, notes.current);
    setParts(made);
    seen.current = null;
    if (lookedAt.current?.pyramid === pyramid)
      notes.current.anchor = { seconds: lookedAt.current.seconds, onScreen: 0 };
    return () => {
      lookedAt.current = { pyramid, seconds: made.view.left() / made.view.pixelsPerSecond() };
      made.destroy();
      setParts(null);
    };
  }, [pyramid, seconds, store]);

  useEffect(() => {
    if (parts) showZoom(parts, zoom, store, notes.current);
  }, [parts, zoom, store]);

  useEffect(() => {
    if (!parts) return;
    parts.layer.update(areas, selectedId);
    const before = seen.current;
    const now = { areas, selectedId };
    seen.current = now;
    if (before && !parts.layer.busy) showChange(parts, before, now, store, notes.current);
    else notes.current.touchedId = null;
  }, [parts, areas, selectedId, store]);

  useEffect(() => {
    if (!parts) return;
    if (listen.phase === 'playing') return followSound(parts, listen.audition);
    parts.layer.setPlayhead(playhead);
    // A wave that was made anew, because the take's length was corrected, stays where somebody pans it.
    const moved = heard.current[0] !== playhead || heard.current[1] !== listen;
    heard.current = [playhead, listen];
    if (moved && !parts.layer.busy) bringIntoView(parts.view, { start: playhead, end: playhead });
  }, [parts, playhead, listen]);

  return { box, view: parts?.view ?? null };
}
