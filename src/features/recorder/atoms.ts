// What the recorder is doing. The actions beside this file move it; components read it.
import { atom } from 'jotai/vanilla';
import type { Capture, Interruption } from '../../audio/capture.ts';
import type { CaptureErrorCode } from '../../audio/captureErrors.ts';
import { isRecordingAtom } from '../../state/player.ts';
import type { Take } from '../../storage/drafts.ts';
import type { AudioReference } from '../../storage/handoff.ts';
import type { TakeWriter } from '../../storage/takeWriter.ts';

export type RecorderFailure =
  | CaptureErrorCode
  /** Something that has no code of ours, at the start or at the start after a discard. */
  | 'unknown_start'
  | 'restart_failed'
  /** The recorder never gave anything; gave nothing but empty chunks; gave what cannot be put together. */
  | 'no_data'
  | 'empty'
  | 'create_failed'
  /** The take that was to be saved is not there any more; cannot be read; cannot be handed over. */
  | 'nothing_to_save'
  | 'prepare_failed'
  | 'load_failed'
  | 'save_failed';

export type RecorderState =
  | { phase: 'idle' }
  | { phase: 'requesting' }
  /** The microphone is open, the first sample comes in so many seconds. */
  | { phase: 'countdown'; left: number }
  | { phase: 'recording' }
  | { phase: 'paused' }
  | { phase: 'interrupted'; cause: Interruption; canContinue: boolean; returned?: true }
  /** The last chunk is on its way to disk. */
  | { phase: 'finishing' }
  /** Stored, and handed over: the editor would find it. What becomes of it is being asked. */
  | { phase: 'finished'; reference: AudioReference }
  /** The page turns. */
  | { phase: 'saved'; next: 'editor' | 'upload' }
  | { phase: 'failed'; code: RecorderFailure };

/** A take that has ended, and where its bytes are. */
export interface FinishedTake {
  reference: AudioReference;
  /** Null when the disk refused it: `blob` is all there is. */
  takeId: string | null;
  blob: Blob | null;
  /** With what it goes on from. */
  seconds: number;
  sizeBytes: number;
  mimeType: string;
  startedAt: number;
}

export interface Session {
  capture: Capture;
  /** Null where the disk would not open a take: memory carries it alone. */
  writer: Promise<TakeWriter | null>;
  /** Every chunk so far, the second channel of K26. Blobs live outside the script heap. */
  chunks: Blob[];
  /** The draft this recording goes on from. */
  follows: Take | null;
  /** Ends timers and questions that belong to the recording. */
  release: () => void;
}

export const sessionAtom = atom<Session | null>(null);
const stateAtom = atom<RecorderState>({ phase: 'idle' });

export const recorderAtom = atom((get) => get(stateAtom));
/** Whole seconds recorded, pauses left out, with what the recording goes on from. */
export const elapsedSecondsAtom = atom(0);
/** Set while chunks reach only memory: `full` when the disk is, `unavailable` otherwise. */
export const storageWarningAtom = atom<'full' | 'unavailable' | null>(null);
/** What a person should know although everything goes on. */
export const remarkAtom = atom<'slept' | 'otherTab' | 'nearlyFull' | 'keptApart' | 'nothingComes' | null>(
  null,
);
/** The take whose fate is being asked; kept until the page turns or the next one starts. */
export const finishedTakeAtom = atom<FinishedTake | null>(null);
/** What went wrong although there is a take; `reason` for the sentence that has one. */
export const problemAtom = atom<{ code: RecorderFailure; reason?: string } | null>(null);
/** A stop or a leave that is under way: the next start waits for it. */
export const endingAtom = atom<Promise<void> | null>(null);
/** Counts the times a recording page was left: what waited meanwhile must not open the microphone any more. */
export const visitAtom = atom(0);

/** The open microphone for the level ring; null when closed. */
export const microphoneAtom = atom((get) => {
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

/** A take is being made and can be ended. */
export const isRunning = (state: RecorderState): boolean => RUNNING.has(state.phase);

/** From the tap to the last chunk playback is refused (S1 §4); the player reads that from its own atom. */
export const moveAtom = atom(null, (_get, set, next: RecorderState) => {
  set(stateAtom, next);
  set(isRecordingAtom, LIVE.has(next.phase));
});

/** Lets go of what the recording held; the microphone is the capture's own. */
export const endSessionAtom = atom(null, (get, set) => {
  get(sessionAtom)?.release();
  set(sessionAtom, null);
});
