// Listening in the editor: from the playhead, or all kept areas with half a second between them.
import { atom } from 'jotai/vanilla';
import type { Audition } from '../../audio/audition.ts';
import { pauseAtom as pausePlayerAtom } from '../../state/playerActions.ts';
import { AREA_PAUSE_SECONDS } from './areas.ts';
import { areasAtom, playheadAtom, sourceAtom } from './atoms.ts';
import { editorPortsAtom } from './ports.ts';
import { decodeHeardAtom } from './tools/hearing.ts';

export type ListenState =
  | { phase: 'stopped' }
  /** `from`: place of the source where the sound began. */
  | { phase: 'playing'; what: 'all' | 'areas'; from: number; audition: Audition }
  | { phase: 'failed' };

const stateAtom = atom<ListenState>({ phase: 'stopped' });
/** The audition is a reader: canvases ask it for the position every frame. */
export const listenAtom = atom((get) => get(stateAtom));

/** Of playing from the playhead; 1 but while a tool wants it otherwise. The pitch moves with it. */
export const playSpeedAtom = atom(1);

const listenToAtom = atom(
  null,
  (
    get,
    set,
    what: 'all' | 'areas',
    regions: { start: number; end: number }[],
    gapSeconds: number = AREA_PAUSE_SECONDS,
  ) => {
    const source = get(sourceAtom);
    if (!source || regions.length === 0) return;
    set(stopListeningAtom);
    set(pausePlayerAtom);
    const audition = get(editorPortsAtom).startAudition({
      // Without the signal on purpose: aborting ends the worker, and a range costs less than a new one.
      decode: (start, end) => set(decodeHeardAtom, source, start, end),
      regions,
      gapSeconds,
      speed: what === 'all' ? get(playSpeedAtom) : 1,
      onEnded: () => set(stateAtom, { phase: 'stopped' }),
      onFailed: (error) => {
        console.warn('preview failed', error);
        set(stateAtom, { phase: 'failed' });
      },
    });
    set(stateAtom, { phase: 'playing', what, from: regions[0]?.start ?? 0, audition });
  },
);

/** Plays from the playhead to the end, from the start when it stands at the end. */
export const playAtom = atom(null, (get, set) => {
  const source = get(sourceAtom);
  if (!source) return;
  const head = get(playheadAtom);
  const from = head >= source.seconds - 0.05 ? 0 : head;
  set(listenToAtom, 'all', [{ start: from, end: source.seconds }]);
});

/** Plays these places of the take, `gapSeconds` apart: 0 for what a cut will sound like. */
export const playRegionsAtom = atom(
  null,
  (_get, set, regions: { start: number; end: number }[], gapSeconds: number) =>
    set(listenToAtom, 'areas', regions, gapSeconds),
);
export const playAreasAtom = atom(null, (get, set) => set(listenToAtom, 'areas', get(areasAtom)));
export const playAreaAtom = atom(null, (get, set, id: string) =>
  set(
    listenToAtom,
    'areas',
    get(areasAtom).filter((area) => area.id === id),
  ),
);

/** Stops and leaves the playhead where the sound was. */
export const stopListeningAtom = atom(null, (get, set) => {
  const state = get(stateAtom);
  if (state.phase === 'playing') {
    set(playheadAtom, state.audition.position());
    state.audition.stop();
  }
  set(stateAtom, { phase: 'stopped' });
});

/** Moves the playhead; while playing, the sound follows. */
export const seekEditorAtom = atom(null, (get, set, seconds: number) => {
  const source = get(sourceAtom);
  if (!source) return;
  const to = Math.min(source.seconds, Math.max(0, seconds));
  const playing = get(stateAtom).phase === 'playing';
  set(stopListeningAtom);
  set(playheadAtom, to);
  if (playing) set(playAtom);
});
