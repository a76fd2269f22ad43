// Data saver: recordings load as small copies.
import { atom, type Getter } from 'jotai/vanilla';
import type { TrackView } from '../../api/contract/tracks.ts';
import { statePortsAtom } from './ports.ts';

const SETTING = 'dataSaver';
const isSwitch = (value: unknown): value is boolean => typeof value === 'boolean';
/** Chosen in this visit, also where the browser stores nothing. */
const chosenAtom = atom<boolean | null>(null);

/** Whether the browser asks sites for less data. */
const isAskedToSave = () =>
  (globalThis.navigator as (Navigator & { connection?: { saveData?: boolean } }) | undefined)?.connection
    ?.saveData === true;

/** Stored on this device; until the user chooses, as the browser asks. A change applies to the next load. */
export const dataSaverAtom = atom(
  (get) => get(chosenAtom) ?? get(statePortsAtom).settings.read(SETTING, isSwitch, isAskedToSave()),
  (get, set, isOn: boolean) => {
    get(statePortsAtom).settings.write(SETTING, isOn);
    set(chosenAtom, isOn);
  },
);

/** Where the audio of a track is loaded from. `isWhole`: not from its small copy. */
export const audioSource = (get: Getter, track: TrackView | undefined, isWhole?: boolean) =>
  (!isWhole && get(dataSaverAtom) && track?.small?.url) || track?.url;
