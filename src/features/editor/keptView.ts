// Where a person was in a take: zoom, playhead and selected area come back with it after a reload or a crash.
import { atom } from 'jotai/vanilla';
import { viewKey } from '../../lib/editNotes.ts';
import { keeperAtom, playheadAtom, selectAreaAtom, selectedIdAtom, sourceAtom } from './atoms.ts';
import { zoomAtom } from './zoom.ts';

export const viewAtom = atom((get) => ({
  zoom: get(zoomAtom),
  playhead: get(playheadAtom),
  selected: get(selectedIdAtom),
}));

/** Goes back to where the note says; what does not fit the take is left as it is. */
export const openViewAtom = atom(null, (_get, set, note: unknown, seconds: number) => {
  const { zoom, playhead, selected } = (note ?? {}) as { [K in 'zoom' | 'playhead' | 'selected']?: unknown };
  if (typeof zoom === 'number' && Number.isFinite(zoom)) set(zoomAtom, zoom);
  if (typeof playhead === 'number' && playhead >= 0 && playhead <= seconds) set(playheadAtom, playhead);
  if (typeof selected === 'string') set(selectAreaAtom, selected);
});

export const keepViewAtom = atom(null, (get) => {
  const source = get(sourceAtom);
  if (source) get(keeperAtom).keep(viewKey(source.reference), get(viewAtom));
});
/** Has everything written that waits to be. */
export const flushKeptAtom = atom(null, (get) => get(keeperAtom).flush());
