// Playback in the editor: from the playhead, all kept areas with half a second between them, or one area.
import { atom } from 'jotai/vanilla';
import type { Audition } from '../../audio/audition.ts';
import type { Region } from '../../dsp/protocol.ts';
import { claimSoundAtom } from '../../state/sound.ts';
import { AREA_PAUSE_SECONDS, keptRegions } from './areas.ts';
import { areasAtom, playheadAtom, setEdgeAtom, sourceAtom, splitAreaAtom } from './atoms.ts';
import { editorPortsAtom } from './ports.ts';
import { decodeWithToolsAtom } from './tools/trial.ts';

/** Everything from the playhead, all areas, or the one with this id. */
export type PlayTarget = { what: 'all' } | { what: 'areas' } | { what: 'area'; id: string };

export type ListenState =
  | { phase: 'stopped' }
  /** `from`: position in the source where playback began. */
  | { phase: 'playing'; target: PlayTarget; from: number; audition: Audition; giveBack: () => void }
  | { phase: 'failed' };

const stateAtom = atom<ListenState>({ phase: 'stopped' });
/** Canvases read the position from the audition every frame. */
export const listenAtom = atom((get) => get(stateAtom));
/** The current playback; null in silence. */
export const playingAtom = atom((get) => {
  const state = get(stateAtom);
  return state.phase === 'playing' ? state.target : null;
});
/** Where areas were paused: the same button resumes there unless the playhead moved. */
const pausedAtom = atom<{ target: PlayTarget; at: number } | null>(null);

/** Seconds: the playback position, otherwise the playhead. */
export const readPositionAtom = atom(null, (get): number => {
  const state = get(stateAtom);
  return state.phase === 'playing' ? state.audition.position() : get(playheadAtom);
});

/** Speed of playback from the playhead; tools can change it. The pitch follows the speed. */
export const playSpeedAtom = atom(1);

const listenToAtom = atom(
  null,
  (get, set, target: PlayTarget, regions: Region[], gap: number = AREA_PAUSE_SECONDS) => {
    const source = get(sourceAtom);
    if (!source || regions.length === 0) return;
    set(stopListeningAtom);
    const giveBack = set(claimSoundAtom, () => set(stopListeningAtom));
    if (giveBack === null) return;
    const audition = get(editorPortsAtom).startAudition({
      // No abort signal: aborting ends the worker, and decoding a range is cheaper than starting a new one.
      decode: (start, end) => set(decodeWithToolsAtom, source, start, end),
      regions,
      gapSeconds: gap,
      speed: target.what === 'all' ? get(playSpeedAtom) : 1,
      onEnded: () => {
        giveBack();
        set(playheadAtom, audition.position());
        set(stateAtom, { phase: 'stopped' });
      },
      onFailed: (error) => {
        giveBack();
        console.warn('preview failed', error);
        set(stateAtom, { phase: 'failed' });
      },
    });
    set(pausedAtom, null);
    set(stateAtom, { phase: 'playing', target, from: regions[0]?.start ?? 0, audition, giveBack });
  },
);

/** Plays from the playhead to the end, from the start when it is at the end. */
export const playAtom = atom(null, (get, set) => {
  const source = get(sourceAtom);
  if (!source) return;
  const head = get(playheadAtom);
  const from = head >= source.seconds - 0.05 ? 0 : head;
  set(listenToAtom, { what: 'all' }, [{ start: from, end: source.seconds }]);
});

const isSame = (a: PlayTarget, b: PlayTarget) =>
  a.what === b.what && (a.what !== 'area' || b.what !== 'area' || a.id === b.id);

/** Plays the regions, resuming where they were paused if the playhead has not moved. */
const resumeAtom = atom(null, (get, set, target: PlayTarget, regions: Region[]) => {
  const paused = get(pausedAtom);
  const at = paused && isSame(paused.target, target) && paused.at === get(playheadAtom) ? paused.at : null;
  const rest =
    at === null
      ? regions
      : regions.filter(({ end }) => end > at).map(({ start, end }) => ({ start: Math.max(start, at), end }));
  set(listenToAtom, target, rest.length > 0 ? rest : regions);
});

/** Plays regions of the take `gapSeconds` apart; 0 previews a cut. */
export const playRegionsAtom = atom(null, (_get, set, regions: Region[], gapSeconds: number) =>
  set(listenToAtom, { what: 'areas' }, regions, gapSeconds),
);

const boundsOf = ({ start, end }: Region): Region => ({ start, end });
export const playAreasAtom = atom(null, (get, set) =>
  set(resumeAtom, { what: 'areas' }, keptRegions(get(areasAtom), get(sourceAtom)?.seconds ?? 0)),
);
export const playAreaAtom = atom(null, (get, set, id: string) =>
  set(
    resumeAtom,
    { what: 'area', id },
    get(areasAtom)
      .filter((area) => area.id === id)
      .map(boundsOf),
  ),
);

/** Stops; the playhead stays at the playback position. */
export const stopListeningAtom = atom(null, (get, set) => {
  const state = get(stateAtom);
  if (state.phase === 'playing') {
    const at = state.audition.position();
    set(playheadAtom, at);
    set(pausedAtom, { target: state.target, at });
    state.audition.stop();
    state.giveBack();
  }
  set(stateAtom, { phase: 'stopped' });
});

/** Moves the playhead; playback continues there. */
export const seekEditorAtom = atom(null, (get, set, seconds: number) => {
  const source = get(sourceAtom);
  if (!source) return;
  const to = Math.min(source.seconds, Math.max(0, seconds));
  const playing = get(stateAtom).phase === 'playing';
  set(stopListeningAtom);
  set(playheadAtom, to);
  if (playing) set(playAtom);
});

/** Moves by `by` seconds from the playback position. */
export const skipAtom = atom(null, (_get, set, by: number) =>
  set(seekEditorAtom, set(readPositionAtom) + by),
);

/** "Cut here": at the playback position or the playhead. */
export const cutHereAtom = atom(null, (_get, set) => set(splitAreaAtom, set(readPositionAtom)));

/** "Here": sets the edge to the playback position or the playhead. */
export const setEdgeHereAtom = atom(null, (_get, set, id: string, edge: 'start' | 'end') =>
  set(setEdgeAtom, id, edge, set(readPositionAtom)),
);
