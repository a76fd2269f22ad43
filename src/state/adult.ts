// The age question before audio is fetched or the microphone opens; the answer is stored on this device.
import { atom } from 'jotai/vanilla';
import { readSetting, writeSetting } from '../storage/settings.ts';

const SETTING = 'adultConfirmed';
const isTrue = (value: unknown): value is boolean => value === true;

const confirmedAtom = atom(false);

/** The open question, which the frame shows as a dialog, or null. */
export const adultQuestionAtom = atom<{ answer: (confirmed: boolean) => void } | null>(null);

/**
 * Asks once per device and resolves to the answer; resolves at once when the user has answered before.
 * Call it from a press, before playing or opening the microphone: `if (!(await requireAdult())) return;`
 */
export const requireAdultAtom = atom(null, async (get, set): Promise<boolean> => {
  // Read each time: another tab may have stored the answer.
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
