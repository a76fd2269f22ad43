// Adapters of listening; tests replace them.
import { atom } from 'jotai/vanilla';
import { setMediaActions, setMediaPosition, setMediaState, setMediaTrack } from '../../audio/mediaSession.ts';

const adapters = {
  lockScreen: {
    setActions: setMediaActions,
    setTrack: setMediaTrack,
    setState: setMediaState,
    setPosition: setMediaPosition,
  },
  /** 0 … 1, for shuffling. */
  random: () => Math.random(),
  /** Milliseconds since 1970. */
  now: () => Date.now(),
};

export type ListeningPorts = typeof adapters;
export const listeningPortsAtom = atom<ListeningPorts>(adapters);
