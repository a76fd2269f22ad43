// Leaving the page: nothing goes on behind a person's back, and nothing is lost.
import { atom } from 'jotai/vanilla';
import { keptTakeAtom } from '../../state/keptTake.ts';
import {
  elapsedSecondsAtom,
  endingAtom,
  endSessionAtom,
  finishedTakeAtom,
  moveAtom,
  problemAtom,
  recorderAtom,
  remarkAtom,
  sessionAtom,
  visitAtom,
} from './atoms.ts';
import { forgetDiscardedAtom } from './discard.ts';
import { stopRecordingAtom } from './finish.ts';
import { recorderPortsAtom } from './ports.ts';
import { stopPreviewAtom } from './preview.ts';

/** A running take is finished and kept as a draft, the frame says so; the microphone closes. */
export const leaveRecorderAtom = atom(null, async (get, set) => {
  const { phase } = get(recorderAtom);
  set(visitAtom, (left) => left + 1);
  set(stopPreviewAtom);
  if (phase === 'requesting' || phase === 'countdown') get(sessionAtom)?.capture.cancel();
  const ended = get(endingAtom) ?? set(stopRecordingAtom);
  const left = ended.then(async () => {
    const take = phase === 'saved' ? null : get(finishedTakeAtom);
    if (take) {
      // It was not asked for on the page that comes.
      get(recorderPortsAtom).handoff.clearRecordingData();
      set(keptTakeAtom, { seconds: take.seconds, how: take.takeId === null ? 'inMemory' : 'kept' });
    }
    set(endSessionAtom);
    set(finishedTakeAtom, null);
    set(problemAtom, null);
    set(remarkAtom, null);
    set(moveAtom, { phase: 'idle' });
    set(elapsedSecondsAtom, 0);
    await set(forgetDiscardedAtom);
  });
  set(endingAtom, left);
  await left;
  set(endingAtom, null);
});
