// What listening needs from outside, in one place, so that tests can put doubles there.
import { atom } from 'jotai/vanilla';
import { setMediaActions, setMediaPosition, setMediaState, setMediaTrack } from '../../audio/mediaSession.ts';

export interface ListeningPorts {
  lockScreen: {
    setActions: typeof setMediaActions;
    setTrack: typeof setMediaTrack;
    setState: typeof setMediaState;
    setPosition: typeof setMediaPosition;
  };
  /** 0 … 1, for shuffling. */
  random: () => number;
  /** Milliseconds since 1970. */
  now: () => number;
}

export const listeningPortsAtom = atom<ListeningPorts>({
  lockScreen: {
    setActions: setMediaActions,
    setTrack: setMediaTrack,
    setState: setMediaState,
    setPosition: setMediaPosition,
  },
  random: () => Math.random(),
  now: () => Date.now(),
});
