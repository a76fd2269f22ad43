// Texts of the two recording pages: `/record` in English, `/record/recorder` in German, as specified.
import { recorderMessages } from '../../lib/messages/recorder.ts';
import { studioMessages } from '../../lib/messages/studio.ts';
import type { RecorderFailure } from './atoms.ts';

export interface RecorderText {
  start: string;
  stop: string;
  pause: string;
  resume: string;
  finish: string;
  discard: string;
  discarded: string;
  mark: string;
  markKey: string;
  marked: string;
  asking: string;
  allow: string;
  taken: string;
  returned: string;
  gone: string;
  stopped: string;
  savedSoFar: string;
  inMemoryOnly: string;
  quiet: string;
  clipping: string;
  raised: string;
  slept: string;
  otherTab: string;
  nearlyFull: string;
  separateTake: string;
  nothingComes: string;
  otherMicrophone: string;
  full: string;
  unavailable: string;
  left: string;
  over: string;
  saveCopy: string;
  onlyMemory: string;
  failure: (code: RecorderFailure) => string;
}

const { record, marks } = recorderMessages;
const { studio } = studioMessages;
const german = recorderMessages.recorderPage;

const { recordingErrors, recorder, recorderPage } = recorderMessages;

const TEXT: Record<RecorderFailure, string> = {
  unsupported: recorder.unsupportedText,
  insecure: studioMessages.studio.insecure,
  denied: recordingErrors.denied,
  no_device: studioMessages.studio.noMicrophone,
  in_use: studioMessages.studio.microphoneInUse,
  init_failed: recordingErrors.initialise,
  start_failed: recordingErrors.start,
  pause_failed: recordingErrors.pause,
  resume_failed: recordingErrors.resume,
  stop_failed: recordingErrors.stop,
  cancel_failed: recordingErrors.cancel,
  recorder_error: recordingErrors.general,
  unknown_start: recordingErrors.unknownStart,
  restart_failed: recordingErrors.restart,
  no_data: studioMessages.takeErrors.noData,
  empty: studioMessages.takeErrors.empty,
  create_failed: recordingErrors.create,
  nothing_to_save: recordingErrors.nothingToSave,
  prepare_failed: recordingErrors.prepare,
  save_failed: recordingErrors.save,
  load_failed: studioMessages.takeErrors.load,
};

const GERMAN: Partial<Record<RecorderFailure, string>> = {
  insecure: recorderPage.insecure,
  no_device: recorderPage.noDevice,
  in_use: recorderPage.inUse,
  empty: recordingErrors.emptyRetry,
};

export const failureMessage = (code: RecorderFailure): string => TEXT[code];
/** For `/record/recorder`. */
export const germanFailureMessage = (code: RecorderFailure): string => GERMAN[code] ?? TEXT[code];

export const englishText: RecorderText = {
  start: studio.startRecording,
  stop: studio.stopRecording,
  pause: studio.pause,
  resume: studio.resume,
  finish: studio.finish,
  discard: studio.discard,
  discarded: studio.discarded,
  mark: marks.set,
  markKey: marks.key,
  marked: marks.said,
  asking: studio.askingForMicrophone,
  allow: studio.allowMicrophone,
  taken: studio.microphoneTaken,
  returned: record.returned,
  gone: studio.microphoneGone,
  stopped: record.stopped,
  savedSoFar: record.interruptedSaved,
  inMemoryOnly: record.inMemoryOnly,
  quiet: studio.quiet,
  clipping: record.clipping,
  raised: record.raised,
  slept: record.slept,
  otherTab: record.otherTab,
  nearlyFull: record.nearlyFull,
  separateTake: record.separateTake,
  nothingComes: record.nothingComes,
  otherMicrophone: record.otherMicrophone,
  full: studio.storageFull,
  unavailable: studio.storageUnavailable,
  left: studio.timeLeft,
  over: studio.flagLong,
  saveCopy: recorderMessages.take.saveCopy,
  onlyMemory: recorderMessages.take.onlyMemory,
  failure: failureMessage,
};

export const germanText: RecorderText = {
  ...german,
  full: german.storageFull,
  unavailable: german.storageUnavailable,
  over: german.overLimit,
  failure: germanFailureMessage,
};
