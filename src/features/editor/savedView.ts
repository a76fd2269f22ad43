// Zoom, playhead and selected area, restored after a reload or a crash.

import { useStore } from 'jotai';
import { atom } from 'jotai/vanilla';
import { useEffect } from 'react';
import { viewKey } from '../../lib/editNotes.ts';
import { createScope } from '../../lib/scope.ts';
import { catchUpAtom, playheadAtom, selectAreaAtom, selectedIdAtom, sourceAtom } from './atoms.ts';
import { noteWriterAtom } from './noteWriter.ts';
import { zoomAtom } from './zoom.ts';

const viewAtom = atom((get) => ({
  zoom: get(zoomAtom),
  playhead: get(playheadAtom),
  selected: get(selectedIdAtom),
}));

/** Restores the stored view; ignores values that do not fit the take. */
export const openViewAtom = atom(null, (_get, set, note: unknown, seconds: number) => {
  const { zoom, playhead, selected } = (note ?? {}) as { [K in 'zoom' | 'playhead' | 'selected']?: unknown };
  if (typeof zoom === 'number' && Number.isFinite(zoom)) set(zoomAtom, zoom);
  if (typeof playhead === 'number' && playhead >= 0 && playhead <= seconds) set(playheadAtom, playhead);
  if (typeof selected === 'string') set(selectAreaAtom, selected);
});

export const saveViewAtom = atom(null, (get) => {
  const source = get(sourceAtom);
  if (source) get(noteWriterAtom).write(viewKey(source.reference), get(viewAtom));
});
/** Saves all waiting changes now. */
export const flushNotesAtom = atom(null, (get) => {
  get(noteWriterAtom).flush();
});

export function useSavedView(): void {
  const store = useStore();
  useEffect(() => {
    const scope = createScope();
    const flush = () => store.set(flushNotesAtom);
    const catchUp = () => void store.set(catchUpAtom).catch(() => undefined);
    catchUp();
    scope.add(store.sub(viewAtom, () => store.set(saveViewAtom)));
    scope.listen(window, 'pagehide', flush);
    scope.listen(document, 'visibilitychange', flush);
    for (const back of ['focus', 'pageshow', 'visibilitychange']) scope.listen(window, back, catchUp);
    scope.add(flush);
    return () => scope.close();
  }, [store]);
}
