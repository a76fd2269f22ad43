// Whether this device has a network. It says nothing about the server.
import { atom } from 'jotai/vanilla';

const valueAtom = atom(globalThis.navigator?.onLine ?? true);
valueAtom.onMount = (set) => {
  const update = () => set(navigator.onLine);
  update();
  window.addEventListener('online', update);
  window.addEventListener('offline', update);
  return () => {
    window.removeEventListener('online', update);
    window.removeEventListener('offline', update);
  };
};

export const isOnlineAtom = atom((get) => get(valueAtom));

/** The opposite, read once. */
export const isOffline = () => globalThis.navigator?.onLine === false;
