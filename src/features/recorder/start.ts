// Starting: opens the microphone, joins it with a take on disk, and follows it until somebody ends it.
import { atom } from 'jotai/vanilla';
import type { CaptureState } from '../../audio/capture.ts';
import { CaptureError } from '../../audio/captureErrors.ts';
import { isRecordingAtom } from '../../state/player.ts';
import { pauseAtom } from '../../state/playerActions.ts';
import type { Take } from '../../storage/drafts.ts';
import type { TakeWriter } from '../../storage/takeWriter.ts';
import {
  elapsedSecondsAtom,
  endingAtom,
  endSessionAtom,
  finishedTakeAtom,
  moveAtom,
  problemAtom,
  type RecorderFailure,
  recorderAtom,
  remarkAtom,
  sessionAtom,
  storageWarningAtom,
  visitAtom,
} from './atoms.ts';
import { countDown } from './countdown.ts';
import { levelLogAtom } from './levelLog.ts';
import { recorderPortsAtom } from './ports.ts';
import { countdownAtom, naturalSoundAtom } from './settings.ts';

/** Timer interval of S1 §9; the atom changes once a second. */
const TICK_MS = 100;
/** Less free room than this is worth a word before a take: about half an hour of sound. */
const LITTLE_ROOM_BYTES = 30_000_000;

export interface StartRequest {
  /** A draft that the recording goes on from. */
  follows?: Take;
  /** The recording replaces one that was just discarded; its failure has a sentence of its own. */
  again?: boolean;
}

/** Opens the microphone and starts a new take; a no-op while one is running. */
export const startRecordingAtom = atom(null, async (get, set, request: StartRequest = {}) => {
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
  get(levelLogAtom).clear();
  void set(lookAroundAtom);

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
      beforeRecording: async () => {
        if (!get(countdownAtom)) return;
        await countDown(counting.signal, (left) => set(moveAtom, { phase: 'countdown', left }));
      },
      onChunk: (chunk) => {
        chunks.push(chunk);
        void writer.then((open) =>
          open?.append(chunk, capture.elapsedSeconds()).then(() => set(storageWarningAtom, null), warn),
        );
      },
      onState: (next) => {
        // A pause shows the time it happened at, not that of the last tick.
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
      // Cancelled or left while the permission question was open or the countdown ran.
      openTake(Promise.resolve(null));
      return;
    }
    ports.handoff.clearRecordingData();
    ports.handoff.clearUploadFile();
    void ports.keepStorage();
    const joins = follows !== null && containerOf(follows.mimeType) === containerOf(capture.mimeType);
    if (follows && !joins) set(remarkAtom, 'keptApart');
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

/** Why recording cannot work in this browser at all; null when it can. */
export const obstacleAtom = atom((get) => get(recorderPortsAtom).captureObstacle());

/** The recorder's own page opens with nothing handed over; takes stay among the drafts (K23). */
export const clearHandoffAtom = atom(null, (get) => {
  const { handoff } = get(recorderPortsAtom);
  handoff.clearRecordingData();
  handoff.clearUploadFile();
});

/** What a person should know before a take: little room, another tab that records. Never stands in the way. */
const lookAroundAtom = atom(null, async (get, set) => {
  const { freeBytes, drafts } = get(recorderPortsAtom);
  const [free, elsewhere] = await Promise.all([freeBytes(), drafts.isBeingRecorded().catch(() => false)]);
  if (free !== null && free < LITTLE_ROOM_BYTES) set(remarkAtom, 'nearlyFull');
  if (elsewhere) set(remarkAtom, 'otherTab');
});

const followCaptureAtom = atom(null, (get, set, next: CaptureState) => {
  // The end of a take is told by the action that ended it.
  if (next.phase === 'idle' || next.phase === 'stopped') return;
  if (get(recorderAtom).phase === 'finishing') return;
  set(moveAtom, next);
});

const containerOf = (mimeType: string) => mimeType.split(';')[0];

const VAGUE = new Set<RecorderFailure>(['unknown_start', 'init_failed', 'start_failed']);

function failureOf(error: unknown, again: boolean): RecorderFailure {
  const code = error instanceof CaptureError ? error.code : 'unknown_start';
  return again && VAGUE.has(code) ? 'restart_failed' : code;
}
