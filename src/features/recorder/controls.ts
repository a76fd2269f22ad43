// While a take runs: pause and go on. A recorder that fails at either ends the take; what it gave is kept.
import { atom } from 'jotai/vanilla';
import { CaptureError } from '../../audio/captureErrors.ts';
import { finishedTakeAtom, moveAtom, problemAtom, recorderAtom, sessionAtom } from './atoms.ts';
import { stopRecordingAtom } from './finish.ts';
import { recorderPortsAtom } from './ports.ts';
import { startRecordingAtom } from './start.ts';

/** A no-op unless recording. */
export const pauseRecordingAtom = atom(null, async (get, set) => {
  try {
    get(sessionAtom)?.capture.pause();
  } catch (error) {
    await set(stopRecordingAtom, error instanceof CaptureError ? error.code : 'pause_failed');
  }
});

/**
 * From a pause, or from an interruption: where the microphone is gone it is asked for anew, and what comes then goes on
 * from what is there.
 */
export const resumeRecordingAtom = atom(null, async (get, set) => {
  const state = get(recorderAtom);
  if (state.phase === 'interrupted' && !state.canContinue) return set(reopenAtom);
  try {
    get(sessionAtom)?.capture.resume();
  } catch (error) {
    await set(stopRecordingAtom, error instanceof CaptureError ? error.code : 'resume_failed');
  }
});

/** The system holds all sound of the page, or has given it back. */
export const holdRecordingAtom = atom(null, (get, _set, isHeld: boolean) => {
  get(sessionAtom)?.capture.hold(isHeld);
});

const reopenAtom = atom(null, async (get, set) => {
  await set(stopRecordingAtom);
  const before = get(finishedTakeAtom);
  if (!before) return;
  const { drafts } = get(recorderPortsAtom);
  const take = before.takeId ? await drafts.takeById(before.takeId).catch(() => null) : null;
  await set(startRecordingAtom, take ? { follows: take } : {});
  const now = get(recorderAtom);
  if (now.phase !== 'failed') return;
  // There is no microphone to go on with: what is there is as good as finished.
  set(finishedTakeAtom, before);
  set(problemAtom, { code: now.code });
  set(moveAtom, { phase: 'finished', reference: before.reference });
});
