// Plays the file before it is published.
import { atom } from 'jotai/vanilla';
import { dspAtom } from '../../state/dsp.ts';
import { claimSoundAtom } from '../../state/sound.ts';
import { shareFileAtom } from './file.ts';
import { publishPortsAtom } from './ports.ts';

const playingAtom = atom<{ stop: () => void } | null>(null);
export const isListeningAtom = atom((get) => get(playingAtom) !== null);

export const stopListeningAtom = atom(null, (get, set) => {
  get(playingAtom)?.stop();
  set(playingAtom, null);
});

export const toggleListeningAtom = atom(null, (get, set) => {
  const state = get(shareFileAtom);
  if (get(playingAtom)) return set(stopListeningAtom);
  if (state.phase !== 'ready' || !state.file.facts) return;
  const giveBack = set(claimSoundAtom, () => set(stopListeningAtom));
  if (giveBack === null) return;
  const end = () => {
    giveBack();
    set(playingAtom, null);
  };
  const { blob, facts } = state.file;
  const dsp = get(dspAtom);
  const audition = get(publishPortsAtom).startAudition({
    decode: (start, end) => dsp.decodeRange(blob, start, end),
    regions: [{ start: 0, end: facts.seconds }],
    gapSeconds: 0,
    onEnded: end,
    onFailed: (error) => {
      console.warn('preview failed', error);
      end();
    },
  });
  set(playingAtom, {
    stop: () => {
      giveBack();
      audition.stop();
    },
  });
});
