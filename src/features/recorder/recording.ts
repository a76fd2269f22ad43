// A recording from start to finish: opens the microphone, writes the take to disk, pauses, resumes, stops, and leaves the
// page without losing anything.
import { atom } from 'jotai/vanilla';
import type { CaptureState } from '../../audio/capture.ts';
import { CaptureError } from '../../audio/captureErrors.ts';
import { editKey, storedSeconds } from '../../lib/editNotes.ts';
import { LEAD_IN_SECONDS, leadInAtom } from '../../state/leadIn.ts';
import { leftTakeAtom } from '../../state/leftTake.ts';
import { pauseAtom } from '../../state/playerRun.ts';
import { isRecordingAtom } from '../../state/sound.ts';
import type { Take } from '../../storage/takeRecords.ts';
import type { TakeWriter } from '../../storage/takeWriter.ts';
import {
  elapsedSecondsAtom,
  endingAtom,
  endSessionAtom,
  type FinishedTake,
  finishedTakeAtom,
  isRunning,
  marksAtom,
  moveAtom,
  problemAtom,
  type RecorderFailure,
  recorderAtom,
  remarkAtom,
  type Session,
  sessionAtom,
  storageWarningAtom,
  visitAtom,
} from './atoms.ts';
import { forgetDiscardedAtom } from './discard.ts';
import {
  type Draft,
  openDraftAtom,
  recoverDraftAtom,
  refreshDraftsAtom,
  rememberInMemoryAtom,
} from './drafts.ts';
import { levelLogAtom } from './levelLog.ts';
import { recorderPortsAtom } from './ports.ts';
import { stopPreviewAtom } from './preview.ts';
import { recordingDataOf } from './recordingData.ts';
import { countdownAtom, microphoneChoiceAtom, naturalSoundAtom } from './settings.ts';
import { stopSoundCheckAtom } from './soundCheck.ts';

/** Timer interval; the atom changes once a second. */
const TICK_MS = 100;
/** Warn below this much free space: about half an hour of sound. */
const LITTLE_ROOM_BYTES = 30_000_000;

export interface StartRequest {
  /** The draft to continue. */
  follows?: Take;
  /** Replaces a take that was just discarded; failures then have their own sentence. */
  again?: boolean;
}

/** Opens the microphone and starts a new take; a no-op while one is running. */
export const startRecordingAtom = atom(null, async (get, set, request: StartRequest = {}) => {
  set(stopSoundCheckAtom);
  const ending = get(endingAtom);
  if (ending) {
    const visit = get(visitAtom);
    await ending;
    if (get(visitAtom) !== visit) return;
  }
  if (get(isRecordingAtom)) return;
  const ports = get(recorderPortsAtom);
  set(pauseAtom);
  set(moveAtom, { phase: 'requesting' });
  set(elapsedSecondsAtom, Math.floor(request.follows?.seconds ?? 0));
  set(storageWarningAtom, null);
  set(remarkAtom, null);
  set(problemAtom, null);
  set(finishedTakeAtom, null);
  set(marksAtom, []);
  get(levelLogAtom).clear();
  void set(checkSurroundingsAtom);

  const follows = request.follows ?? null;
  const chunks: Blob[] = [];
  let openTake: (writer: Promise<TakeWriter | null>) => void = () => undefined;
  const writer = new Promise<TakeWriter | null>((resolve) => {
    openTake = resolve;
  });
  const warn = (error: unknown) => {
    const full = error instanceof Error && 'code' in error && error.code === 'storage_full';
    set(storageWarningAtom, full ? 'full' : 'unavailable');
  };
  const counting = new AbortController();
  try {
    const capture = ports.createCapture({
      natural: get(naturalSoundAtom),
      microphone: get(microphoneChoiceAtom),
      beforeRecording: async () => {
        const leadIn = !follows && ports.addition.readAddition() && get(leadInAtom);
        if (!leadIn && !get(countdownAtom)) return;
        let silence = () => {};
        await countDown(counting.signal, (left) => {
          set(moveAtom, { phase: 'countdown', left });
          // It ends when the count does.
          if (leadIn && left === LEAD_IN_SECONDS) silence = ports.playRange(leadIn);
        });
        silence();
      },
      onChunk: (chunk) => {
        chunks.push(chunk);
        void writer.then((open) =>
          open?.append(chunk, capture.elapsedSeconds()).then(() => set(storageWarningAtom, null), warn),
        );
      },
      onState: (next) => {
        // A pause shows its own time, not that of the last tick.
        if (next.phase === 'paused' || next.phase === 'interrupted') set(elapsedSecondsAtom, seconds());
        set(followCaptureAtom, next);
      },
      onStall: () => set(remarkAtom, 'slept'),
      onSilence: (isSilent) => {
        if (isSilent || get(remarkAtom) === 'nothingComes') set(remarkAtom, isSilent ? 'nothingComes' : null);
      },
    });
    const seconds = () => Math.floor((follows?.seconds ?? 0) + capture.elapsedSeconds());
    const ticker = setInterval(() => set(elapsedSecondsAtom, seconds()), TICK_MS);
    const release = () => {
      clearInterval(ticker);
      counting.abort();
    };
    set(sessionAtom, { capture, writer, chunks, follows, release });
    await capture.start();
    if (capture.state.phase === 'stopped') {
      // Cancelled, or the page was left, during the permission prompt or the countdown.
      openTake(Promise.resolve(null));
      return;
    }
    ports.handoff.clearRecordingData();
    ports.handoff.clearUploadFile();
    void ports.keepStorage();
    if (capture.isOtherMicrophone) set(remarkAtom, 'otherMicrophone');
    const joins = follows !== null && containerOf(follows.mimeType) === containerOf(capture.mimeType);
    if (follows && !joins) set(remarkAtom, 'separateTake');
    openTake(
      ports.drafts.openTake(capture.mimeType, { follows: joins ? follows : null }).catch((error: unknown) => {
        warn(error);
        return null;
      }),
    );
  } catch (error) {
    openTake(Promise.resolve(null));
    set(endSessionAtom);
    set(moveAtom, { phase: 'failed', code: failureOf(error, request.again === true) });
  }
});

/** Continues a draft at its end. To one that was edited the recording is added, so that its edit stays. */
export const continueDraftAtom = atom(null, async (get, set, draft: Draft) => {
  await get(endingAtom);
  const take = await set(recoverDraftAtom, draft);
  get(recorderPortsAtom).addition.clearAddition();
  const isEdited = take !== null && (await set(addToEditAtom, draft));
  await set(startRecordingAtom, take && !isEdited ? { follows: take } : {});
  if (get(recorderAtom).phase === 'failed') await set(refreshDraftsAtom);
});

/** The editor adds the next recording of this tab to the draft; false for a draft without an edit. */
const addToEditAtom = atom(null, async (get, set, draft: Draft): Promise<boolean> => {
  const { addition, notes } = get(recorderPortsAtom);
  const seconds = storedSeconds(await notes.read(editKey(draft.reference)));
  if (seconds === null) return false;
  await set(openDraftAtom, draft);
  const place = { seconds, at: seconds, place: 'end' };
  addition.writeAddition({ draft: recordingDataOf(draft), ...place, askedAt: Date.now() });
  return true;
});

/** Why this browser cannot record; null when it can. */
export const obstacleAtom = atom((get) => get(recorderPortsAtom).captureObstacle());

/** `/record/recorder` starts with an empty handoff; takes stay in the drafts. */
export const clearHandoffAtom = atom(null, (get) => {
  const { handoff } = get(recorderPortsAtom);
  handoff.clearRecordingData();
  handoff.clearUploadFile();
});

/** Warns about little free space or another recording tab, without blocking the start. */
const checkSurroundingsAtom = atom(null, async (get, set) => {
  const { freeBytes, drafts } = get(recorderPortsAtom);
  const [free, elsewhere] = await Promise.all([freeBytes(), drafts.isBeingRecorded().catch(() => false)]);
  if (free !== null && free < LITTLE_ROOM_BYTES) set(remarkAtom, 'nearlyFull');
  if (elsewhere) set(remarkAtom, 'otherTab');
});

const followCaptureAtom = atom(null, (get, set, next: CaptureState) => {
  // The action that ended the take sets its final state.
  if (next.phase === 'idle' || next.phase === 'stopped') return;
  if (get(recorderAtom).phase === 'finishing') return;
  set(moveAtom, next);
});

const containerOf = (mimeType: string) => mimeType.split(';')[0];

const UNSPECIFIC = new Set<RecorderFailure>(['unknown_start', 'init_failed', 'start_failed']);

function failureOf(error: unknown, again: boolean): RecorderFailure {
  const code = error instanceof CaptureError ? error.code : 'unknown_start';
  return again && UNSPECIFIC.has(code) ? 'restart_failed' : code;
}

const FROM = 3;
const STEP_MS = 1000;

/** Counts 3, 2, 1, one second each; resolves early when `signal` aborts. */
async function countDown(signal: AbortSignal, onCount: (left: number) => void): Promise<void> {
  for (let left = FROM; left > 0 && !signal.aborted; left--) {
    onCount(left);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, STEP_MS);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}

/** Marks the current place of the take. A no-op unless recording or paused, and where the last mark is. */
export const markAtom = atom(null, (get, set) => {
  const session = get(sessionAtom);
  const { phase } = get(recorderAtom);
  if (!session || (phase !== 'recording' && phase !== 'paused')) return;
  const marks = get(marksAtom);
  const seconds = session.capture.elapsedSeconds();
  if (marks.at(-1) === seconds) return;
  set(marksAtom, [...marks, seconds]);
  // If the disk refuses the mark, the next chunk writes it. A chunk that fails warns the user.
  void session.writer.then((open) => open?.mark(seconds).catch(() => undefined));
});

/** A no-op unless recording. */
export const pauseRecordingAtom = atom(null, async (get, set) => {
  try {
    get(sessionAtom)?.capture.pause();
  } catch (error) {
    await set(stopRecordingAtom, error instanceof CaptureError ? error.code : 'pause_failed');
  }
});

/** After a pause or an interruption. If the microphone is gone, asks for it again and continues the take. */
export const resumeRecordingAtom = atom(null, async (get, set) => {
  const state = get(recorderAtom);
  if (state.phase === 'interrupted' && !state.canContinue) return set(reopenAtom);
  try {
    get(sessionAtom)?.capture.resume();
  } catch (error) {
    await set(stopRecordingAtom, error instanceof CaptureError ? error.code : 'resume_failed');
  }
});

/** The system paused or resumed all sound of this page. */
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
  // Without a microphone the take ends here.
  set(finishedTakeAtom, before);
  set(problemAtom, { code: now.code });
  set(moveAtom, { phase: 'finished', reference: before.reference });
});

/** Stops the take, stores it and hands it over; a no-op unless one is running. `problem`: why it stopped by itself. */
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
    const all = await set(withDraftAtom, blob, follows?.id ?? null);
    take = {
      ...facts,
      takeId: null,
      reference: handoff.memoryReference(all, writer?.take.id ?? null, [
        ...(writer?.take.marks ?? get(marksAtom)),
      ]),
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

/** A part that the disk refused, behind the draft that it continues. */
const withDraftAtom = atom(null, async (get, _set, blob: Blob, takeId: string | null) => {
  if (!takeId) return blob;
  const before = await get(recorderPortsAtom)
    .drafts.readTakeParts(takeId)
    .catch(() => []);
  return new Blob([...before, blob], { type: blob.type });
});

/** Leaving the page saves a running take as a draft, shows a notice and closes the microphone. */
export const leaveRecorderAtom = atom(null, async (get, set) => {
  const { phase } = get(recorderAtom);
  set(visitAtom, (left) => left + 1);
  set(stopSoundCheckAtom);
  set(stopPreviewAtom);
  if (phase === 'requesting' || phase === 'countdown') get(sessionAtom)?.capture.cancel();
  const ended = get(endingAtom) ?? set(stopRecordingAtom);
  const left = ended.then(async () => {
    const take = phase === 'saved' ? null : get(finishedTakeAtom);
    if (take) {
      // The next page did not ask for it.
      get(recorderPortsAtom).handoff.clearRecordingData();
      set(leftTakeAtom, { seconds: take.seconds, how: take.takeId === null ? 'inMemory' : 'saved' });
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
