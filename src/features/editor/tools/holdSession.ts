// Hold-to-keep: the take plays, and the parts heard while the button is held are kept. The result is a proposal; applying
// it is one undo step.
import { atom } from 'jotai/vanilla';
import type { Audition } from '../../../audio/audition.ts';
import { type Area, isFullyMarked, MIN_AREA_SECONDS, nextId } from '../areas.ts';
import {
  applyProposalAtom,
  areasAtom,
  playheadAtom,
  previewAreasAtom,
  proposeAreasAtom,
  sourceAtom,
} from '../atoms.ts';
import { listenAtom, playAtom, playSpeedAtom, seekEditorAtom, stopListeningAtom } from '../listen.ts';
import { editorPortsAtom } from '../ports.ts';
import { shownZoomAtom, zoomAtom } from '../zoom.ts';
import { closeToolAtom, openToolAtom } from './openTool.ts';

export const HOLD_SPEEDS = [1, 1.5, 2] as const;
/** Step of "back", seconds of the take. */
const BACK_SECONDS = 5;

interface Held extends Hold {
  audition: Audition;
  /** The areas before it. */
  before: Area[];
}

/** The areas before each hold of this session, newest last. */
const stepsAtom = atom<Area[][]>([]);
const heldAtom = atom<Held | null>(null);

export const isHeldAtom = atom((get) => get(heldAtom) !== null);
/** Number of holds that can be undone. */
export const holdCountAtom = atom((get) => get(stepsAtom).length);

const SETTING = 'holdByPress';
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
const byPressAtom = atom<boolean | null>(null);
/** Tap instead of hold; stored on this device. */
export const holdByPressAtom = atom(
  (get) => get(byPressAtom) ?? get(editorPortsAtom).settings.read(SETTING, isBoolean, false),
  (get, set, value: boolean) => {
    set(releaseHoldAtom);
    set(byPressAtom, value);
    get(editorPortsAtom).settings.write(SETTING, value);
  },
);

/** Minimum zoom at which a growing area is visible, CSS pixels per second. */
const HOLD_ZOOM = 12;
/** The zoom before hold-to-keep zoomed in; null if it did not. */
const earlierZoomAtom = atom<number | null>(null);

/** Opens the tool. An unedited take starts with nothing kept; existing areas stay. */
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

/** Button down: starts an area, and playback if needed. */
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

/** Grows the area while the button is down; call a few times a second. Ends the hold when playback ends. */
export const growHoldAtom = atom(null, (get, set) => {
  const held = get(heldAtom);
  if (!held) return;
  if (get(listenAtom).phase !== 'playing') return set(releaseHoldAtom);
  const kept = areaOfHold(held, held.audition.position());
  if (kept) set(previewAreasAtom, mergeArea(held.before, kept));
});

/** Button up: the area ends; playback continues. */
export const releaseHoldAtom = atom(null, (get, set) => {
  const held = get(heldAtom);
  if (!held) return;
  set(heldAtom, null);
  const kept = areaOfHold(held, held.audition.position());
  set(proposeAreasAtom, kept ? mergeArea(held.before, kept) : held.before);
  if (kept) set(stepsAtom, [...get(stepsAtom), held.before]);
});

/** Undoes the last hold. */
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

/** Ends a running hold; playback continues at the new speed. */
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

/** Ends the session; applies the proposal as one undo step, or drops it. */
export const endHoldAtom = atom(null, (get, set, verdict: 'apply' | 'cancel') => {
  set(releaseHoldAtom);
  if (verdict === 'apply') set(applyProposalAtom);
  set(closeToolAtom);
  const earlier = get(earlierZoomAtom);
  // Keep the zoom if the person changed it.
  if (earlier !== null && get(zoomAtom) === HOLD_ZOOM) set(zoomAtom, earlier);
});

/** Reaction time: the kept part starts this much before the press. */
const REACTION_SECONDS = 0.25;

interface Hold {
  /** Playback position at the press. */
  pressedAt: number;
  /** Position where playback began; nothing before it was heard. */
  heardFrom: number;
  /** Playback speed: scales the reaction time. */
  speed: number;
}

/** The part kept by a hold until `releasedAt`; null when it is too short. */
export function areaOfHold(
  { pressedAt, heardFrom, speed }: Hold,
  releasedAt: number,
): { start: number; end: number } | null {
  const start = Math.max(Math.min(heardFrom, pressedAt), pressedAt - REACTION_SECONDS * speed);
  return releasedAt - start < MIN_AREA_SECONDS ? null : { start, end: releasedAt };
}

/** Adds an area and merges every area it touches. */
export function mergeArea(areas: readonly Area[], added: { start: number; end: number }): Area[] {
  const touched = areas.filter((area) => area.end >= added.start && area.start <= added.end);
  const merged: Area = {
    id: nextId(areas),
    ...touched[0],
    start: Math.min(added.start, ...touched.map((area) => area.start)),
    end: Math.max(added.end, ...touched.map((area) => area.end)),
  };
  return [...areas.filter((area) => !touched.includes(area)), merged].sort((a, b) => a.start - b.start);
}
