// Plays one recording of the table at a time. It doesn't count as a play.
import { atom } from 'jotai/vanilla';
import { claimSoundAtom } from '../../state/sound.ts';
import { adminPortsAtom } from './ports.ts';

interface Running {
  trackId: string;
  stop: () => void;
}

const runningAtom = atom<Running | null>(null);
const failedAtom = atom<string | null>(null);
/** Id of the playing track. */
export const heardTrackAtom = atom((get) => get(runningAtom)?.trackId ?? null);
/** Id of the track that could not be played. */
export const unplayableTrackAtom = atom((get) => get(failedAtom));

export const stopListeningAtom = atom(null, (get, set) => {
  const running = get(runningAtom);
  set(runningAtom, null);
  running?.stop();
});

/** Plays a track, or stops it if it is playing. Call from a user gesture. */
export const toggleListeningAtom = atom(null, (get, set, track: { id: string; url: string }) => {
  const isSame = get(heardTrackAtom) === track.id;
  set(stopListeningAtom);
  set(failedAtom, null);
  if (isSame) return;
  const giveBack = set(claimSoundAtom, () => set(stopListeningAtom));
  if (giveBack === null) return;
  const playback = get(adminPortsAtom).createPlayback();
  const end = () => {
    if (get(heardTrackAtom) === track.id) set(stopListeningAtom);
  };
  const fail = () => {
    if (get(heardTrackAtom) !== track.id) return;
    end();
    set(failedAtom, track.id);
  };
  const unlisten = playback.listen(({ type }) => {
    if (type === 'ended' || type === 'paused') end();
    if (type === 'error') fail();
  });
  set(runningAtom, {
    trackId: track.id,
    stop: () => {
      unlisten();
      playback.unload();
      giveBack();
    },
  });
  playback.load(track.url);
  playback.play().catch(fail);
});
