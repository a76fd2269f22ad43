// Moving inside the current track.
import { atom } from 'jotai/vanilla';
import { durationSecondsAtom, elapsedSecondsAtom, playbackAtom, playerStateAtom } from './player.ts';
import { isLoadedAtom, runAtom } from './playerRun.ts';

/** Seconds from the start, clamped to the track. */
export const seekAtom = atom(null, (get, set, seconds: number) => {
  if (get(playerStateAtom).phase === 'idle' || !Number.isFinite(seconds)) return;
  const clamped = Math.min(Math.max(0, seconds), get(durationSecondsAtom));
  set(elapsedSecondsAtom, Math.floor(clamped));
  const run = get(runAtom);
  if (run !== null) run.moved = true;
  if (set(isLoadedAtom)) get(playbackAtom)?.seek(clamped);
});

/** Seconds from the start, exact while the element has the track. */
export const positionAtom = atom(null, (get, set): number =>
  set(isLoadedAtom) ? (get(playbackAtom)?.position() ?? 0) : get(elapsedSecondsAtom),
);

/** Seconds relative to here, negative is back. */
export const skipAtom = atom(null, (_get, set, seconds: number) =>
  set(seekAtom, set(positionAtom) + seconds),
);
