// Ending: the last chunk reaches the disk, the microphone closes, the take can be found.
import { atom } from 'jotai/vanilla';
import { CaptureError } from '../../audio/captureErrors.ts';
import {
  endingAtom,
  endSessionAtom,
  type FinishedTake,
  finishedTakeAtom,
  isRunning,
  moveAtom,
  problemAtom,
  type RecorderFailure,
  recorderAtom,
  type Session,
  sessionAtom,
} from './atoms.ts';
import { refreshDraftsAtom, rememberInMemoryAtom } from './drafts.ts';
import { recorderPortsAtom } from './ports.ts';
import { recordingDataOf } from './recordingData.ts';

/**
 * Ends the take, stores it and hands it over. A no-op unless a take is running. `problem` is why it ends, where that
 * was no one's wish.
 */
export const stopRecordingAtom = atom(null, async (get, set, problem: RecorderFailure | null = null) => {
  const session = get(sessionAtom);
  if (!session || !isRunning(get(recorderAtom))) return;
  const ending = set(endTakeAtom, session, problem);
  set(endingAtom, ending);
  await ending;
  set(endingAtom, null);
});

const endTakeAtom = atom(null, async (get, set, session: Session, problem: RecorderFailure | null) => {
  set(moveAtom, { phase: 'finishing' });
  let failure = problem;
  await session.capture.stop().catch((error: unknown) => {
    failure ??= error instanceof CaptureError ? error.code : 'stop_failed';
  });
  const seconds = session.capture.elapsedSeconds();
  let blob: Blob;
  try {
    blob = new Blob(session.chunks, { type: session.capture.mimeType });
  } catch {
    set(endSessionAtom);
    return set(moveAtom, { phase: 'failed', code: 'create_failed' });
  }
  const writer = await session.writer;
  if (blob.size === 0) {
    writer?.release();
    set(endSessionAtom);
    return set(moveAtom, {
      phase: 'failed',
      code: failure ?? (session.chunks.length === 0 ? 'no_data' : 'empty'),
    });
  }
  const { handoff } = get(recorderPortsAtom);
  const follows = writer?.take.follows ? session.follows : null;
  const facts = {
    seconds: (follows?.seconds ?? 0) + seconds,
    sizeBytes: (follows?.sizeBytes ?? 0) + blob.size,
    mimeType: blob.type,
    startedAt: writer?.take.startedAt ?? Date.now(),
  };
  const stored = await writer?.finish(seconds).catch(() => null);
  let take: FinishedTake;
  if (stored) {
    take = { ...facts, takeId: stored.id, reference: handoff.takeReference(stored.id), blob: null };
  } else {
    const all = await set(withItsBeginningAtom, blob, follows?.id ?? null);
    take = {
      ...facts,
      takeId: null,
      reference: handoff.memoryReference(all, writer?.take.id ?? null),
      blob: all,
    };
    set(rememberInMemoryAtom, take);
  }
  set(endSessionAtom);
  try {
    handoff.writeRecordingData(recordingDataOf(take));
  } catch {
    failure = 'save_failed';
  }
  set(finishedTakeAtom, take);
  if (failure) set(problemAtom, { code: failure });
  set(moveAtom, { phase: 'finished', reference: take.reference });
  void set(refreshDraftsAtom);
});

/** A part that the disk refused, behind the draft it goes on from. */
const withItsBeginningAtom = atom(null, async (get, _set, blob: Blob, takeId: string | null) => {
  if (!takeId) return blob;
  const before = await get(recorderPortsAtom)
    .drafts.readTakeParts(takeId)
    .catch(() => []);
  return new Blob([...before, blob], { type: blob.type });
});
