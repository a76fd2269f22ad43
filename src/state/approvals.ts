// Recordings that went live, for the lists and for scripts that listen to `trackApproved` on the window.
import { atom } from 'jotai/vanilla';

const lastAtom = atom<{ trackId: string | null } | null>(null);
/** The newest approval; a new object each time, so that the same track can be announced twice. */
export const lastApprovalAtom = atom((get) => get(lastAtom));

/** `trackId`: null when it is unknown. */
export const announceApprovalAtom = atom(null, (_get, set, trackId: string | null) =>
  set(lastAtom, { trackId }),
);
