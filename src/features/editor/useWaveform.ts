// Ties the waveform's parts to the atoms: made once per source, moved by what changes, gone with the page.
import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { type RefObject, useEffect, useRef, useState } from 'react';
import {
  areasAtom,
  commitAreasAtom,
  type EditorSource,
  playheadAtom,
  previewAreasAtom,
  selectAreaAtom,
  selectedIdAtom,
} from './atoms.ts';
import { listenAtom, seekEditorAtom } from './listen.ts';
import { type AreaLayer, createAreaLayer } from './wave/areaLayer.ts';
import { createWaveView, type WaveView } from './wave/waveView.ts';
import { attachZoomGestures } from './wave/zoomGestures.ts';
import { zoomAtom } from './zoom.ts';

export interface Waveform {
  box: RefObject<HTMLDivElement | null>;
  view: WaveView | null;
}

export function useWaveform(source: EditorSource): Waveform {
  const box = useRef<HTMLDivElement>(null);
  const [parts, setParts] = useState<{ view: WaveView; layer: AreaLayer } | null>(null);
  const [zoom, setZoom] = useAtom(zoomAtom);
  const areas = useAtomValue(areasAtom);
  const selectedId = useAtomValue(selectedIdAtom);
  const playhead = useAtomValue(playheadAtom);
  const listen = useAtomValue(listenAtom);
  const preview = useSetAtom(previewAreasAtom);
  const commit = useSetAtom(commitAreasAtom);
  const select = useSetAtom(selectAreaAtom);
  const seek = useSetAtom(seekEditorAtom);
  /** Where a gesture wants the next zoom to stay put. */
  const anchor = useRef<number | undefined>(0);

  useEffect(() => {
    const container = box.current;
    if (!container) return;
    const css = getComputedStyle(container);
    const view = createWaveView(container, source.pyramid, source.seconds, {
      from: css.getPropertyValue('--accent-from'),
      to: css.getPropertyValue('--accent-to'),
      text: css.getPropertyValue('--muted'),
      line: css.getPropertyValue('--line'),
    });
    const layer = createAreaLayer(view, source.seconds, {
      onPreview: preview,
      onCommit: (next) => (next ? commit(next) : preview(null)),
      onSelect: select,
      onSeek: seek,
    });
    const detach = attachZoomGestures(view, container, source.seconds, (next, at) => {
      anchor.current = at;
      setZoom(next);
    });
    view.onReady(() => setParts({ view, layer }));
    return () => {
      detach();
      layer.destroy();
      view.destroy();
      setParts(null);
    };
  }, [source, preview, commit, select, seek, setZoom]);

  useEffect(() => {
    parts?.view.zoom(zoom, anchor.current);
    anchor.current = undefined;
  }, [parts, zoom]);

  useEffect(() => parts?.layer.update(areas, selectedId), [parts, areas, selectedId]);

  useEffect(() => {
    if (!parts) return;
    parts.layer.setPlayhead(playhead);
    if (listen.phase !== 'playing') return;
    let frame = 0;
    const follow = () => {
      const at = listen.audition.position();
      parts.layer.setPlayhead(at);
      keepInView(parts.view, at);
      frame = requestAnimationFrame(follow);
    };
    frame = requestAnimationFrame(follow);
    return () => cancelAnimationFrame(frame);
  }, [parts, playhead, listen]);

  return { box, view: parts?.view ?? null };
}

/** Turns the page when the sound leaves it. */
function keepInView(view: WaveView, seconds: number): void {
  const x = seconds * view.pixelsPerSecond();
  const left = view.scrollLeft();
  if (x < left || x > left + view.width() - 8) view.scrollTo(Math.max(0, x - 16));
}
