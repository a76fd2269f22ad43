// Volume of an area: the waveform shows the change, and playback follows it. Applying is one undo step.
import { atom } from 'jotai/vanilla';
import { type Area, GAIN_DB } from '../areas.ts';
import {
  applyProposalAtom,
  areasAtom,
  choicesAtom,
  commitAreasAtom,
  playheadAtom,
  proposeAreasAtom,
  selectedIdAtom,
  sourceAtom,
} from '../atoms.ts';
import { listenAtom, playRegionsAtom, stopListeningAtom } from '../listen.ts';
import type { PeakPyramid } from '../peakPyramid.ts';
import { closeToolAtom, openToolAtom } from './openTool.ts';

/** A playhead this close to the end of the area plays it from its start, seconds. */
const END_MARGIN_SECONDS = 0.05;
/** Columns that the peak of an area is read from. */
const COLUMNS = 256;

/** The area that the slider changes, and its number. */
export const gainedAreaAtom = atom((get) => {
  const areas = get(areasAtom);
  const index = Math.max(
    0,
    areas.findIndex(({ id }) => id === get(selectedIdAtom)),
  );
  const area = areas[index];
  return area ? { area, n: index + 1 } : null;
});

/** Whether the engine limits peaks of the area at its gain: without it they would be above full scale. */
export const isLimitedAtom = atom((get) => {
  const [source, gained] = [get(sourceAtom), get(gainedAreaAtom)];
  const db = gained?.area.gainDb ?? 0;
  // Loudness has its own ceiling for the whole recording.
  if (!source || !gained || db <= 0 || get(choicesAtom).loudness) return false;
  return peakOf(source.pyramid, gained.area) * 10 ** (db / 20) > 1;
});

/** Largest magnitude in an area, 0…1. */
function peakOf(pyramid: PeakPyramid, { start, end }: Area): number {
  const columns = new Float32Array(2 * COLUMNS);
  pyramid.columns(start, (end - start) / COLUMNS, COLUMNS, columns);
  return columns.reduce((peak, value) => Math.max(peak, Math.abs(value)), 0);
}

/** Opens the tool. */
export const startGainAtom = atom(null, (get, set) => {
  set(stopListeningAtom);
  set(proposeAreasAtom, get(areasAtom));
  set(openToolAtom, 'gain');
});

/** Changes the gain of the selected area; playback continues with it. */
export const setGainAtom = atom(null, (get, set, gainDb: number) => {
  const gained = get(gainedAreaAtom);
  if (!gained) return;
  const { gainDb: _before, ...plain } = gained.area;
  const limited = Math.min(GAIN_DB.max, Math.max(GAIN_DB.min, Math.round(gainDb)));
  const changed = limited === 0 ? plain : { ...plain, gainDb: limited };
  set(
    commitAreasAtom,
    get(areasAtom).map((area) => (area.id === plain.id ? changed : area)),
  );
  if (get(listenAtom).phase !== 'playing') return;
  set(stopListeningAtom);
  set(playGainAtom);
});

/** Plays the area from the playhead, or from its start. */
const playGainAtom = atom(null, (get, set) => {
  const { area } = get(gainedAreaAtom) ?? {};
  if (!area) return;
  const head = get(playheadAtom);
  const isInside = head >= area.start && head < area.end - END_MARGIN_SECONDS;
  set(playRegionsAtom, [{ start: isInside ? head : area.start, end: area.end }], 0);
});

export const toggleGainPlayAtom = atom(null, (get, set) =>
  set(get(listenAtom).phase === 'playing' ? stopListeningAtom : playGainAtom),
);

/** Ends the tool: applying is one undo step, cancelling is none. */
export const endGainAtom = atom(null, (_get, set, verdict: 'apply' | 'cancel') => {
  if (verdict === 'apply') set(applyProposalAtom);
  set(closeToolAtom);
});
