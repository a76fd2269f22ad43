// Hold-to-keep: the take plays, and what is heard while the button is held is kept. What a session finds is a
// proposal; taken, it is one step of undo.
import { atom } from 'jotai/vanilla';
import type { Audition } from '../../../audio/audition.ts';
import { type Area, isFullyMarked, MIN_AREA_SECONDS, nextId } from '../areas.ts';
import {
  areasAtom,
  playheadAtom,
  previewAreasAtom,
  proposeAreasAtom,
  sourceAtom,
  takeProposalAtom,
} from '../atoms.ts';
import { listenAtom, playAtom, playSpeedAtom, seekEditorAtom, stopListeningAtom } from '../listen.ts';
import { editorPortsAtom } from '../ports.ts';
import { shownZoomAtom, zoomAtom } from '../zoom.ts';
import { closeToolAtom, openToolAtom } from './openTool.ts';

export const HOLD_SPEEDS = [1, 1.5, 2] as const;
/** How far "back" goes, seconds of the take. */
const BACK_SECONDS = 5;

interface Held extends Hold {
  audition: Audition;
  /** The areas before it. */
  before: Area[];
}

/** The lists before each hold of this session, the last one last. */
const stepsAtom = atom<Area[][]>([]);
const heldAtom = atom<Held | null>(null);

export const isHeldAtom = atom((get) => get(heldAtom) !== null);
/** Holds of this session that can be taken back. */
export const holdCountAtom = atom((get) => get(stepsAtom).length);

const SETTING = 'holdByPress';
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
const byPressAtom = atom<boolean | null>(null);
/** One press begins and the next one ends, for whom holding is hard; remembered on this device. */
export const holdByPressAtom = atom(
  (get) => get(byPressAtom) ?? get(editorPortsAtom).settings.read(SETTING, isBoolean, false),
  (get, set, value: boolean) => {
    set(releaseHoldAtom);
    set(byPressAtom, value);
    get(editorPortsAtom).settings.write(SETTING, value);
  },
);

/** What two seconds need on the screen to be seen growing, CSS pixels per second. */
const HOLD_ZOOM = 12;
/** What was looked at before the mode came closer; null where it did not have to. */
const earlierZoomAtom = atom<number | null>(null);

/** Opens the mode. An untouched take starts with nothing kept; areas made by hand stay and grow. */
export const startHoldAtom = atom(null, (get, set) => {
  const source = get(sourceAtom);
  if (!source) return;
  const areas = get(areasAtom);
  const isFar = get(shownZoomAtom) < HOLD_ZOOM;
  set(earlierZoomAtom, isFar ? get(zoomAtom) : null);
  if (isFar) set(zoomAtom, HOLD_ZOOM);
  set(stopListeningAtom);
  set(stepsAtom, []);
  set(heldAtom, null);
  set(proposeAreasAtom, isFullyMarked(areas, source.seconds) ? [] : areas);
  set(openToolAtom, 'hold');
});

/** The button goes down: kept from here. Starts to play when nothing is heard. */
export const pressHoldAtom = atom(null, (get, set) => {
  if (get(heldAtom)) return;
  if (get(listenAtom).phase !== 'playing') set(playAtom);
  const listen = get(listenAtom);
  if (listen.phase !== 'playing') return;
  const { audition, from } = listen;
  set(heldAtom, {
    pressedAt: audition.position(),
    heardFrom: from,
    speed: get(playSpeedAtom),
    audition,
    before: get(areasAtom),
  });
});

/** While it is down the area grows; call a few times a second. Ends the hold when the sound has ended. */
export const growHoldAtom = atom(null, (get, set) => {
  const held = get(heldAtom);
  if (!held) return;
  if (get(listenAtom).phase !== 'playing') return set(releaseHoldAtom);
  const kept = keptByHold(held, held.audition.position());
  if (kept) set(previewAreasAtom, mergeArea(held.before, kept));
});

/** The button is let go: the area ends here, and the sound goes on. */
export const releaseHoldAtom = atom(null, (get, set) => {
  const held = get(heldAtom);
  if (!held) return;
  set(heldAtom, null);
  const kept = keptByHold(held, held.audition.position());
  set(proposeAreasAtom, kept ? mergeArea(held.before, kept) : held.before);
  if (kept) set(stepsAtom, [...get(stepsAtom), held.before]);
});

/** Takes the last hold of this session back. */
export const dropHoldAtom = atom(null, (get, set) => {
  set(releaseHoldAtom);
  const before = get(stepsAtom).at(-1);
  if (!before) return;
  set(stepsAtom, get(stepsAtom).slice(0, -1));
  set(proposeAreasAtom, before);
});

export const toggleHoldPlayAtom = atom(null, (get, set) => {
  set(releaseHoldAtom);
  set(get(listenAtom).phase === 'playing' ? stopListeningAtom : playAtom);
});

/** What is held so far stays; the sound goes on at the new speed. */
export const setHoldSpeedAtom = atom(null, (get, set, speed: number) => {
  set(releaseHoldAtom);
  set(playSpeedAtom, speed);
  if (get(listenAtom).phase !== 'playing') return;
  set(stopListeningAtom);
  set(playAtom);
});

export const holdBackAtom = atom(null, (get, set) => {
  set(releaseHoldAtom);
  const listen = get(listenAtom);
  const here = listen.phase === 'playing' ? listen.audition.position() : get(playheadAtom);
  set(seekEditorAtom, here - BACK_SECONDS);
});

/** Ends the session; what it found becomes one step, or nothing has changed. */
export const endHoldAtom = atom(null, (get, set, verdict: 'take' | 'leave') => {
  set(releaseHoldAtom);
  if (verdict === 'take') set(takeProposalAtom);
  set(closeToolAtom);
  const earlier = get(earlierZoomAtom);
  // Whoever has zoomed since is left there.
  if (earlier !== null && get(zoomAtom) === HOLD_ZOOM) set(zoomAtom, earlier);
});

/** What a person keeps began this much before the press: the time it takes to hear and to react. */
const REACTION_SECONDS = 0.25;

interface Hold {
  /** Place of the source that was heard at the press. */
  pressedAt: number;
  /** Place that was heard when playing began: nothing before it was heard. */
  heardFrom: number;
  /** At twice the speed twice as much went by before the press. */
  speed: number;
}

/** What was meant to be kept by a hold that lasts until `releasedAt`; null for a slip of the finger. */
export function keptByHold(
  { pressedAt, heardFrom, speed }: Hold,
  releasedAt: number,
): { start: number; end: number } | null {
  const start = Math.max(Math.min(heardFrom, pressedAt), pressedAt - REACTION_SECONDS * speed);
  return releasedAt - start < MIN_AREA_SECONDS ? null : { start, end: releasedAt };
}

/** Areas with one more; what it touches becomes part of it. Time order, no overlaps. */
export function mergeArea(areas: readonly Area[], added: { start: number; end: number }): Area[] {
  const touched = areas.filter((area) => area.end >= added.start && area.start <= added.end);
  const merged: Area = {
    id: touched[0]?.id ?? nextId(areas),
    start: Math.min(added.start, ...touched.map((area) => area.start)),
    end: Math.max(added.end, ...touched.map((area) => area.end)),
  };
  return [...areas.filter((area) => !touched.includes(area)), merged].sort((a, b) => a.start - b.start);
}
