// The own recording whose sound this tab replaces: chosen on its page, read on the record page and on the share form.
import { atom } from 'jotai/vanilla';
import type { TrackView } from '../../../api/contract/tracks.ts';
import type { ReplacedRecording } from '../../storage/handoff.ts';
import { publishPortsAtom } from './ports.ts';

/** Undefined until the session is read. */
const chosenAtom = atom<ReplacedRecording | null | undefined>(undefined);
/** Null: the next upload is a new recording. */
export const replacedAtom = atom((get) => {
  const chosen = get(chosenAtom);
  return chosen === undefined ? get(publishPortsAtom).handoff.readReplaced() : chosen;
});

export const replaceAtom = atom(null, (get, set, replaced: ReplacedRecording) => {
  get(publishPortsAtom).handoff.writeReplaced(replaced);
  set(chosenAtom, replaced);
});

/** From the page of an own recording. */
export const startReplacingAtom = atom(null, (_get, set, track: TrackView) => {
  const { id: trackId, title, description, gender } = track;
  set(replaceAtom, { trackId, title, description, gender: gender ?? '' });
});

/** The next upload is a new recording. */
export const stopReplacingAtom = atom(null, (get, set) => {
  get(publishPortsAtom).handoff.clearReplaced();
  set(chosenAtom, null);
});
