// The one question before any audio is fetched or the microphone opens (G2), remembered on this device.
import { atom } from 'jotai/vanilla';
import { readSetting, writeSetting } from '../storage/settings.ts';

const SETTING = 'adultConfirmed';
const isTrue = (value: unknown): value is boolean => value === true;

const confirmedAtom = atom(false);

/** The open question, or null; the frame shows it as a dialog. */
export const adultQuestionAtom = atom<{ answer: (confirmed: boolean) => void } | null>(null);

/**
 * Asks once per device and resolves to the answer; at once when it was given before.
 * Call it from a press, before playing or opening the microphone: `if (!(await requireAdult())) return;`
 */
export const requireAdultAtom = atom(null, async (get, set): Promise<boolean> => {
  // Read at every ask: another tab may have answered.
  if (get(confirmedAtom) || readSetting(SETTING, isTrue, false)) return true;
  get(adultQuestionAtom)?.answer(false);
  const confirmed = await new Promise<boolean>((resolve) => {
    set(adultQuestionAtom, { answer: resolve });
  });
  set(adultQuestionAtom, null);
  if (confirmed) {
    set(confirmedAtom, true);
    writeSetting(SETTING, true);
  }
  return confirmed;
});
