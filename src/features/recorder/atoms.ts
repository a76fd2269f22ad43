// Recorder state: written by the actions of this feature, read by its components.
import { atom } from 'jotai/vanilla';
import type { Capture, Interruption } from '../../audio/capture.ts';
import type { CaptureErrorCode } from '../../audio/captureErrors.ts';
import { isRecordingAtom } from '../../state/sound.ts';
import type { AudioReference } from '../../storage/references.ts';
import type { Take } from '../../storage/takeRecords.ts';
import type { TakeWriter } from '../../storage/takeWriter.ts';

export type RecorderFailure =
  | CaptureErrorCode
  /** An unknown error at the first start, or at the start after a discard. */
  | 'unknown_start'
  | 'restart_failed'
  /** No chunks; only empty chunks; chunks that cannot be joined. */
  | 'no_data'
  | 'empty'
  | 'create_failed'
  /** The take to save no longer exists; cannot be checked; cannot be read; cannot be handed to the next page. */
  | 'nothing_to_save'
  | 'prepare_failed'
  | 'load_failed'
  | 'save_failed';

export type RecorderState =
  | { phase: 'idle' }
  | { phase: 'requesting' }
  /** The microphone is open; recording starts in `left` seconds. */
  | { phase: 'countdown'; left: number }
  | { phase: 'recording' }
  | { phase: 'paused' }
  | { phase: 'interrupted'; cause: Interruption; canContinue: boolean; returned?: true }
  /** Writing the last chunk to disk. */
  | { phase: 'finishing' }
  /** Stored and handed to the editor; the page asks what to do with it. */
  | { phase: 'finished'; reference: AudioReference }
  /** The next page opens. */
  | { phase: 'saved'; next: 'editor' | 'upload' }
  /** `isCheck`: the sound check failed, not a recording. */
  | { phase: 'failed'; code: RecorderFailure; isCheck?: true };

/** A finished take and the location of its bytes. */
export interface FinishedTake {
  reference: AudioReference;
  /** Null when the disk refused it; then `blob` is the only copy. */
  takeId: string | null;
  blob: Blob | null;
  /** Includes the draft it continues. */
  seconds: number;
  sizeBytes: number;
  mimeType: string;
  startedAt: number;
}

export interface Session {
  capture: Capture;
  /** Null when the disk could not open a take; then only memory holds it. */
  writer: Promise<TakeWriter | null>;
  /** All chunks so far, a second copy in case the disk fails. Blobs live outside the script heap. */
  chunks: Blob[];
  /** The draft that this recording continues. */
  follows: Take | null;
  /** Stops the timers of this recording. */
  release: () => void;
}

export const sessionAtom = atom<Session | null>(null);
/** Places marked in this recording, seconds since its start; kept until the next one starts. */
export const marksAtom = atom<readonly number[]>([]);
/** The same on the timer, after those of the draft that this recording continues. */
export const takeMarksAtom = atom((get) => {
  const follows = get(sessionAtom)?.follows;
  const from = follows?.seconds ?? 0;
  return [...(follows?.marks ?? []), ...get(marksAtom).map((at) => from + at)];
});
const stateAtom = atom<RecorderState>({ phase: 'idle' });

export const recorderAtom = atom((get) => get(stateAtom));
/** Whole seconds recorded without pauses, including the continued draft. */
export const elapsedSecondsAtom = atom(0);
/** Set while chunks only reach memory: `full` when the disk is full, `unavailable` otherwise. */
export const storageWarningAtom = atom<'full' | 'unavailable' | null>(null);
/** A warning that does not stop the recording. */
export const remarkAtom = atom<
  'slept' | 'otherTab' | 'nearlyFull' | 'separateTake' | 'nothingComes' | 'otherMicrophone' | null
>(null);
/** The finished take; cleared when the next page opens or the next take starts. */
export const finishedTakeAtom = atom<FinishedTake | null>(null);
/** A problem with the finished take; `reason` fills the sentence's placeholder. */
export const problemAtom = atom<{ code: RecorderFailure; reason?: string } | null>(null);
/** A running stop or leave; the next start waits for it. */
export const endingAtom = atom<Promise<void> | null>(null);
/** Counts page exits: a start that waited across one must not open the microphone. */
export const visitAtom = atom(0);

/** The microphone of the sound check; null when none runs. */
export const soundCheckAtom = atom<MediaStream | null>(null);

/** The open microphone for the level ring; null when closed. */
export const microphoneAtom = atom((get) => {
  const checked = get(soundCheckAtom);
  if (checked) return checked;
  const { phase } = get(stateAtom);
  return phase === 'idle' || phase === 'requesting' ? null : (get(sessionAtom)?.capture.stream ?? null);
});

const LIVE = new Set<RecorderState['phase']>([
  'requesting',
  'countdown',
  'recording',
  'paused',
  'interrupted',
  'finishing',
]);
const RUNNING = new Set<RecorderState['phase']>(['recording', 'paused', 'interrupted']);

/** A take is running and can be stopped. */
export const isRunning = (state: RecorderState): boolean => RUNNING.has(state.phase);

/** Also tells the player, which refuses playback from the tap to the last chunk. */
export const moveAtom = atom(null, (_get, set, next: RecorderState) => {
  set(stateAtom, next);
  set(isRecordingAtom, LIVE.has(next.phase));
});

/** Releases the session; the capture closes the microphone itself. */
export const endSessionAtom = atom(null, (get, set) => {
  get(sessionAtom)?.release();
  set(sessionAtom, null);
});
