// Recordings that went live, for the lists here and for code outside that listens to the window (S1 §2).
import { atom } from 'jotai/vanilla';

const lastAtom = atom<{ trackId: string | null } | null>(null);
/** The newest one; a new object each time, so that the same track can be told twice. */
export const lastApprovalAtom = atom((get) => get(lastAtom));

/** The track's id when it is known. */
export const announceApprovalAtom = atom(null, (_get, set, trackId: string | null) =>
  set(lastAtom, { trackId }),
);
