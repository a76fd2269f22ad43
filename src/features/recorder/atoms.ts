// Recording: the only place that joins the microphone with the drafts. Every chunk goes to disk at once and stays
// reachable in memory until the take is handed over, so that neither a killed tab nor a full disk loses it.
import { atom } from 'jotai/vanilla';
import type { Capture, CaptureState } from '../../audio/capture.ts';
import { extensionFor } from '../../audio/captureEnvironment.ts';
import { CaptureError, type CaptureErrorCode } from '../../audio/captureErrors.ts';
import { studioMessages } from '../../lib/messages/studio.ts';
import { fill } from '../../lib/messages.ts';
import { formatDate } from '../../lib/time.ts';
import { isRecordingAtom } from '../../state/player.ts';
import { pauseAtom } from '../../state/playerActions.ts';
import type { TakeWriter } from '../../storage/drafts.ts';
import type { AudioReference } from '../../storage/handoff.ts';
import { refreshDraftsAtom } from './drafts.ts';
import { recorderPortsAtom } from './ports.ts';

export type RecorderFailure = CaptureErrorCode | 'empty' | 'save_failed';

export type RecorderState =
  | { phase: 'idle' }
  | { phase: 'requesting' }
  | { phase: 'recording' }
  | { phase: 'paused' }
  | { phase: 'interrupted'; cause: 'muted' | 'ended' | 'error'; canContinue: boolean }
  /** The last chunk is on its way to disk. */
  | { phase: 'finishing' }
  /** Handed over: the editor finds it. */
  | { phase: 'finished'; reference: AudioReference }
  | { phase: 'failed'; code: RecorderFailure };

interface Session {
  capture: Capture;
  /** Null where the disk would not open a take: memory carries it alone. */
  writer: Promise<TakeWriter | null>;
  /** Every chunk so far. Blobs live outside the script heap. */
  chunks: Blob[];
  ticker: ReturnType<typeof setInterval>;
}

/** Timer interval of S1 §9; the atom changes once a second. */
const TICK_MS = 100;

const sessionAtom = atom<Session | null>(null);
const stateAtom = atom<RecorderState>({ phase: 'idle' });

export const recorderAtom = atom((get) => get(stateAtom));
/** Whole seconds recorded, pauses left out. */
export const elapsedSecondsAtom = atom(0);
/** Set while chunks reach only memory: `full` when the disk is, `unavailable` otherwise. */
export const storageWarningAtom = atom<'full' | 'unavailable' | null>(null);
/** The take that was just discarded and can still be brought back. */
export const discardedTakeAtom = atom<string | null>(null);
/** The open microphone for the level ring; null when closed. */
export const microphoneAtom = atom((get) => {
  const { phase } = get(stateAtom);
  return phase === 'idle' || phase === 'requesting' ? null : (get(sessionAtom)?.capture.stream ?? null);
});

const LIVE = new Set<RecorderState['phase']>([
  'requesting',
  'recording',
  'paused',
  'interrupted',
  'finishing',
]);

/** From the tap to the last chunk playback is refused (S1 §4); the player reads that from its own atom. */
const moveAtom = atom(null, (_get, set, next: RecorderState) => {
  set(stateAtom, next);
  set(isRecordingAtom, LIVE.has(next.phase));
});

/** Opens the microphone and starts a new take; a no-op while one is running. */
export const startRecordingAtom = atom(null, async (get, set, natural: boolean) => {
  if (get(isRecordingAtom)) return;
  const ports = get(recorderPortsAtom);
  set(pauseAtom);
  set(moveAtom, { phase: 'requesting' });
  set(elapsedSecondsAtom, 0);
  set(storageWarningAtom, null);
  set(discardedTakeAtom, null);

  const chunks: Blob[] = [];
  let openTake: (writer: Promise<TakeWriter | null>) => void = () => undefined;
  const writer = new Promise<TakeWriter | null>((resolve) => {
    openTake = resolve;
  });
  const warn = (error: unknown) => {
    const full = error instanceof Error && 'code' in error && error.code === 'storage_full';
    set(storageWarningAtom, full ? 'full' : 'unavailable');
  };
  const capture = ports.createCapture({
    natural,
    onChunk: (chunk) => {
      chunks.push(chunk);
      void writer.then((open) =>
        open?.append(chunk, capture.elapsedSeconds()).then(() => set(storageWarningAtom, null), warn),
      );
    },
    onState: (next) => set(followCaptureAtom, next),
  });
  const ticker = setInterval(() => set(elapsedSecondsAtom, Math.floor(capture.elapsedSeconds())), TICK_MS);
  set(sessionAtom, { capture, writer, chunks, ticker });
  try {
    await capture.start();
  } catch (error) {
    openTake(Promise.resolve(null));
    set(endSessionAtom);
    set(moveAtom, { phase: 'failed', code: codeOf(error) });
    return;
  }
  if (capture.state.phase === 'stopped') {
    // Cancelled or left while the permission question was open.
    openTake(Promise.resolve(null));
    return;
  }
  ports.handoff.clearRecordingData();
  ports.handoff.clearUploadFile();
  void ports.keepStorage();
  openTake(
    ports.drafts.openTake(capture.mimeType).catch((error: unknown) => {
      warn(error);
      return null;
    }),
  );
});

export const pauseRecordingAtom = atom(null, (get, set) => {
  try {
    get(sessionAtom)?.capture.pause();
  } catch (error) {
    set(moveAtom, { phase: 'failed', code: codeOf(error) });
  }
});

export const resumeRecordingAtom = atom(null, (get, set) => {
  try {
    get(sessionAtom)?.capture.resume();
  } catch (error) {
    set(moveAtom, { phase: 'failed', code: codeOf(error) });
  }
});

/** Ends the take and hands it to the editor. A no-op unless a take is running. */
export const stopRecordingAtom = atom(null, async (get, set) => {
  const session = get(sessionAtom);
  const { phase } = get(stateAtom);
  if (!session || (phase !== 'recording' && phase !== 'paused' && phase !== 'interrupted')) return;
  const ports = get(recorderPortsAtom);
  set(moveAtom, { phase: 'finishing' });
  let failure: RecorderFailure | null = null;
  await session.capture.stop().catch((error: unknown) => {
    failure = codeOf(error);
  });
  const seconds = session.capture.elapsedSeconds();
  const blob = new Blob(session.chunks, { type: session.capture.mimeType });
  const writer = await session.writer;
  set(endSessionAtom);
  if (blob.size === 0) {
    writer?.release();
    set(moveAtom, { phase: 'failed', code: failure ?? 'empty' });
    return;
  }
  const reference = await writer
    ?.finish(seconds)
    .then((take) => ports.handoff.takeReference(take.id))
    .catch(() => null);
  const used = reference ?? ports.handoff.memoryReference(blob);
  const startedAt = writer?.take.startedAt ?? Date.now();
  try {
    ports.handoff.writeRecordingData({
      file: {
        name: `recording_${startedAt}.${extensionFor(blob.type)}`,
        size: blob.size,
        type: blob.type,
        data: used,
        tempTrackId: `recording-preview-${startedAt}`,
      },
      duration: seconds,
      recordedAt: new Date(startedAt).toISOString(),
      edited: false,
      title: fill(studioMessages.share.defaultTitle, { date: formatDate(new Date(startedAt)) }),
    });
  } catch {
    set(moveAtom, { phase: 'failed', code: 'save_failed' });
    return;
  }
  set(moveAtom, { phase: 'finished', reference: used });
});

/** Throws the take away at once; `undoDiscardAtom` brings it back for a while. */
export const discardRecordingAtom = atom(null, async (get, set) => {
  const session = get(sessionAtom);
  if (!session) return;
  const ports = get(recorderPortsAtom);
  let failure: CaptureErrorCode | null = null;
  try {
    session.capture.cancel();
  } catch (error) {
    failure = codeOf(error);
  }
  const seconds = session.capture.elapsedSeconds();
  set(endSessionAtom);
  set(elapsedSecondsAtom, 0);
  set(moveAtom, failure ? { phase: 'failed', code: failure } : { phase: 'idle' });
  const take = await (await session.writer)?.finish(seconds).catch(() => null);
  if (!take) return;
  await ports.drafts.discardTake(take.id);
  set(discardedTakeAtom, take.id);
});

export const undoDiscardAtom = atom(null, async (get, set) => {
  const takeId = get(discardedTakeAtom);
  set(discardedTakeAtom, null);
  if (!takeId) return;
  await get(recorderPortsAtom).drafts.restoreTake(takeId);
  await set(refreshDraftsAtom);
});

/** The time for undoing is over. */
export const forgetDiscardedAtom = atom(null, (_get, set) => set(discardedTakeAtom, null));

/** Leaving the page: a running take is finished and kept as a draft, the microphone closes. */
export const leaveRecorderAtom = atom(null, async (get, set) => {
  const { phase } = get(stateAtom);
  if (phase === 'requesting') get(sessionAtom)?.capture.cancel();
  if (phase === 'recording' || phase === 'paused' || phase === 'interrupted') await set(stopRecordingAtom);
  set(endSessionAtom);
  set(moveAtom, { phase: 'idle' });
  set(elapsedSecondsAtom, 0);
});

/** Back to "Ready?" after a failure was read. */
export const resetRecorderAtom = atom(null, (get, set) => {
  const { phase } = get(stateAtom);
  if (phase === 'failed' || phase === 'finished') set(moveAtom, { phase: 'idle' });
});

const followCaptureAtom = atom(null, (get, set, next: CaptureState) => {
  // The end of a take is told by the action that ended it.
  if (next.phase === 'idle' || next.phase === 'stopped') return;
  if (get(stateAtom).phase === 'finishing') return;
  set(moveAtom, next);
});

const endSessionAtom = atom(null, (get, set) => {
  const session = get(sessionAtom);
  if (session) clearInterval(session.ticker);
  set(sessionAtom, null);
});

function codeOf(error: unknown): CaptureErrorCode {
  return error instanceof CaptureError ? error.code : 'init_failed';
}
