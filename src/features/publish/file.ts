// The file to publish: its origin, whether it is acceptable, and its length.
import { atom, type Getter } from 'jotai/vanilla';
import { isTooDamaged } from '../../../api/contract/damage.ts';
import { AUDIO_MAX_SECONDS } from '../../../api/contract/limits.ts';
import { DspError } from '../../dsp/errors.ts';
import type { Inspection } from '../../dsp/protocol.ts';
import { ALLOWED_TYPES, HEAD_BYTES, judgeAudioFile, normaliseType, sniffType } from '../../lib/audioFile.ts';
import { dspAtom, unreadFormat } from '../../state/dsp.ts';
import { isEditedSinceAtom } from './editedSince.ts';
import { changeUploadAtom, uploadOnFormAtom } from './outbox.ts';
import { dropOutgoingAtom, type Outgoing, prepareOutgoingAtom } from './outgoing.ts';
import { publishPortsAtom } from './ports.ts';
import { uploadKeyNote } from './send.ts';

export type FileRefusal =
  | 'not_a_file'
  | 'empty'
  | 'unsupported'
  | 'too_large'
  | 'not_audio'
  | 'no_sound'
  | 'unreadable'
  /** Longer than the server accepts. */
  | 'too_long'
  /** More damaged than the server accepts. */
  | 'damaged'
  /** A video. */
  | 'video'
  /** The recording was edited after the file was made. */
  | 'edited'
  /** Shared by another app, but this device has no space for it. */
  | 'no_room'
  | 'gone';

/** The editor can turn these into a file that the server accepts. */
const CAN_TRIM: readonly FileRefusal[] = ['too_large', 'too_long', 'damaged', 'edited'];

export interface ShareFile {
  reference: string;
  /** The recording it was made from, or the same; the typed text is stored under it. */
  source: string;
  blob: Blob;
  name: string;
  /** Detected from the first bytes. */
  type: string;
  /** Recorded in the app, or a file from elsewhere. */
  isRecording: boolean;
  /** Cut in the editor: its take can be trimmed again. */
  isTrimmed: boolean;
  /** The original take is on this device. */
  sourceIsSafe: boolean;
  /** Null until it has been measured. */
  facts: Inspection | null;
  /** The data of its picture; null until the file has been analysed. */
  cover: Uint8Array | null;
  /** The file that will be sent; null until it has been made. */
  outgoing: Outgoing | null;
}

export interface RefusedFile {
  phase: 'refused';
  reason: FileRefusal;
  name: string;
  /** Format name, if the engine knows the format but cannot read it. */
  format?: string;
  /** Its length, where that is the reason. */
  seconds?: number;
}

export type ShareFileState =
  | { phase: 'none' }
  | { phase: 'loading' }
  | { phase: 'ready'; file: ShareFile }
  | RefusedFile;

/** Allowed types as listed in the refusal's sentence. */
export const ALLOWED_LIST = ALLOWED_TYPES.join(', ');

/** File names of the recorder. */
const RECORDED = /^recording_\d+\./;

/** Null until the form has looked for a file. */
const heldAtom = atom<ShareFileState | null>(null);
const stateAtom = atom(
  // The first picture of the form already knows whether a file comes, so that nothing moves.
  (get): ShareFileState => get(heldAtom) ?? { phase: handedFile(get) ? 'loading' : 'none' },
  (_get, set, next: ShareFileState | null) => set(heldAtom, next),
);
export const shareFileAtom = atom((get) => get(stateAtom));
const runningAtom = atom<AbortController | null>(null);

/** Whether the editor can open what was chosen. */
export const canTrimAtom = atom((get) => {
  const state = get(stateAtom);
  return state.phase === 'ready' || (state.phase === 'refused' && CAN_TRIM.includes(state.reason));
});

function handedFile(get: Getter) {
  const { handoff } = get(publishPortsAtom);
  return handoff.readUploadFile() ?? handoff.readRecordingData()?.file;
}

/** Takes the file that the editor exported or the person picked, if there is one. */
export const loadShareFileAtom = atom(null, async (get, set) => {
  const { handoff, hadNoRoom } = get(publishPortsAtom);
  if (hadNoRoom()) return void set(stateAtom, { phase: 'refused', reason: 'no_room', name: '' });
  const found = handedFile(get);
  if (!found) return void set(stateAtom, { phase: 'none' });
  const current = get(stateAtom);
  if (current.phase === 'ready' && current.file.reference === found.data) return;
  set(stateAtom, { phase: 'loading' });
  const source = handoff.readRecordingData()?.file.data;
  if (source !== undefined && (await set(isEditedSinceAtom, found.data, source)))
    return void set(stateAtom, { phase: 'refused', reason: 'edited', name: found.name });
  try {
    const blob = await handoff.openReference(found.data);
    await set(acceptAtom, blob, found.name, found.data);
  } catch {
    set(stateAtom, { phase: 'refused', reason: 'gone', name: found.name });
  }
});

/** A file picked on the share form itself. */
export const chooseShareFileAtom = atom(null, async (get, set, file: File) => {
  const { handoff, files } = get(publishPortsAtom);
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const verdict = judgeAudioFile(file, head);
  if (!verdict.ok && !CAN_TRIM.includes(verdict.reason)) {
    handoff.clearUploadFile();
    return set(refuseAtom, file, verdict.reason, file.name);
  }
  const type = verdict.ok ? verdict.type : (sniffType(head) ?? normaliseType(file.type));
  set(stateAtom, { phase: 'loading' });
  await set(pauseOnFormAtom);
  const reference = await files.put(file, file.name).then(
    (stored) => handoff.fileReference(stored.id),
    () => handoff.memoryReference(file),
  );
  const before = handoff.readUploadFile()?.data;
  handoff.clearRecordingData();
  handoff.writeUploadFile({ name: file.name, type, size: file.size, data: reference });
  // One that was edited stays among the drafts.
  if (before && !(await set(isEditedSinceAtom, before, before)))
    void files.release(before).catch(() => undefined);
  await set(acceptAtom, file, file.name, reference);
});

/** An upload of the file on the form that failed or was paused waits until the user sends it: another file is wanted. */
const pauseOnFormAtom = atom(null, async (get, set): Promise<void> => {
  const upload = get(uploadOnFormAtom);
  if (upload !== null) await set(changeUploadAtom, upload, { held: 'paused' });
});

/** Hands the chosen file to the editor; an exported take is trimmed from its source again. */
export const trimFirstAtom = atom(null, async (get, set): Promise<void> => {
  const state = get(stateAtom);
  const { handoff } = get(publishPortsAtom);
  const chosen = handoff.readUploadFile();
  // The editor reopens a cut take with its edit.
  if (get(canTrimAtom) && chosen && !handoff.readRecordingData()) {
    handoff.writeRecordingData({
      file: { ...chosen, tempTrackId: `recording-preview-${Date.now()}` },
      duration: state.phase === 'ready' ? (state.file.facts?.seconds ?? 0) : 0,
      recordedAt: new Date().toISOString(),
      edited: false,
      title: '',
    });
  }
  await set(pauseOnFormAtom);
});

/** Removes the file and stops its analysis. */
export const forgetShareFileAtom = atom(null, (get, set) => {
  get(runningAtom)?.abort();
  set(stateAtom, { phase: 'none' });
});

/** When the form is left: work on the file stops unless it is being sent; the hand-off stays. */
export const leaveShareFileAtom = atom(null, (get, set, isSending: boolean) => {
  const state = get(stateAtom);
  get(runningAtom)?.abort();
  if (state.phase === 'ready' && !isSending) set(dropOutgoingAtom, state.file.blob);
  set(stateAtom, null);
});

/** Refuses a file, by the name of its format if the engine knows it. */
const refuseAtom = atom(null, async (get, set, blob: Blob, reason: FileRefusal, name: string) => {
  const refused = { phase: 'refused', reason, name } as const;
  set(stateAtom, refused);
  if (reason !== 'unsupported' && reason !== 'not_audio') return;
  const format = await unreadFormat(get(dspAtom), blob);
  if (format !== null && get(stateAtom) === refused) {
    set(stateAtom, { ...refused, reason: 'unsupported', format });
  }
});

const acceptAtom = atom(null, async (get, set, blob: Blob, name: string, reference: string) => {
  get(runningAtom)?.abort();
  const before = get(stateAtom);
  if (before.phase === 'ready') set(dropOutgoingAtom, before.file.blob);
  const abort = new AbortController();
  set(runningAtom, abort);
  const head = new Uint8Array(await blob.slice(0, HEAD_BYTES).arrayBuffer());
  const verdict = judgeAudioFile(blob, head);
  if (!verdict.ok) return set(refuseAtom, blob, verdict.reason, name);
  const recording = get(publishPortsAtom).handoff.readRecordingData();
  const file: ShareFile = {
    reference,
    source: recording?.file.data ?? reference,
    blob,
    name,
    type: verdict.type,
    isRecording: RECORDED.test(recording?.file.name ?? name),
    isTrimmed: recording?.edited === true,
    sourceIsSafe:
      recording !== null && get(publishPortsAtom).handoff.parseReference(recording.file.data) !== null,
    facts: null,
    cover: null,
    outgoing: null,
  };
  set(stateAtom, { phase: 'ready', file });
  const key = await get(publishPortsAtom)
    .notes.read(uploadKeyNote(reference))
    .catch(() => undefined);
  if (!abort.signal.aborted) set(uploadOnFormAtom, typeof key === 'string' ? key : null);
  const update = (change: Partial<ShareFile>) => {
    const state = get(stateAtom);
    if (abort.signal.aborted || state.phase !== 'ready' || state.file.reference !== reference) return;
    set(stateAtom, { phase: 'ready', file: { ...state.file, ...change } });
  };
  const dsp = get(dspAtom);
  try {
    const facts = await dsp.inspect(blob, { signal: abort.signal });
    if (facts.frames === 0) return void set(stateAtom, { phase: 'refused', reason: 'empty', name });
    if (facts.video) return void set(stateAtom, { phase: 'refused', reason: 'video', name });
    const { seconds } = facts;
    // Reported before the upload, because the server refuses both.
    if (seconds > AUDIO_MAX_SECONDS)
      return void set(stateAtom, { phase: 'refused', reason: 'too_long', name, seconds });
    if (isTooDamaged(facts)) return void set(stateAtom, { phase: 'refused', reason: 'damaged', name });
    update({ facts });
  } catch (error) {
    if (abort.signal.aborted) return;
    console.warn('duration could not be read', error);
    if (error instanceof DspError && error.code === 'unsupported_codec') {
      const format = error.message;
      return void set(stateAtom, { phase: 'refused', reason: 'unsupported', name, format });
    }
    if (error instanceof DspError && error.code === 'no_audio') {
      return void set(stateAtom, { phase: 'refused', reason: 'no_sound', name });
    }
    // For example a text file renamed to audio.
    const reason = sniffType(head) === null ? 'not_audio' : 'unreadable';
    return void set(stateAtom, { phase: 'refused', reason, name });
  }
  void set(cleanFileAtom, blob);
  // The cover is optional: a file without one can still be published.
  dsp.analyse(blob, ['cover'], undefined, { signal: abort.signal }).then(
    (analysis) => update({ cover: analysis.cover }),
    () => undefined,
  );
});

/** Makes the copy that is sent, unless it was stopped; the receipt then shows what it removed. */
export const cleanFileAtom = atom(null, async (get, set, blob: Blob) => {
  const outgoing = await set(prepareOutgoingAtom, blob).catch(() => null);
  const state = get(stateAtom);
  if (outgoing && state.phase === 'ready' && state.file.blob === blob)
    set(stateAtom, { phase: 'ready', file: { ...state.file, outgoing } });
});

/** `TrackView.cover` that the file will have once it is published; null until it is known. */
export const shareCoverAtom = atom((get) => {
  const state = get(stateAtom);
  return state.phase === 'ready' ? coverOf(state.file) : null;
});

/** The same for one file. */
export const coverOf = ({ cover }: ShareFile) => cover && btoa(String.fromCharCode(...cover));
