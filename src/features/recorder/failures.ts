// Failure code → the sentence of the catalogue. The recorder's own page is German throughout, the other one where the
// specification says so.
import { recorderMessages } from '../../lib/messages/recorder.ts';
import { studioMessages } from '../../lib/messages/studio.ts';
import type { RecorderFailure } from './atoms.ts';

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
  no_data: recordingErrors.noData,
  empty: recordingErrors.empty,
  create_failed: recordingErrors.create,
  nothing_to_save: recordingErrors.nothingToSave,
  prepare_failed: recordingErrors.prepare,
  save_failed: recordingErrors.save,
  load_failed: recordingErrors.load,
};

const GERMAN: Partial<Record<RecorderFailure, string>> = {
  insecure: recorderPage.insecure,
  no_device: recorderPage.noDevice,
  in_use: recorderPage.inUse,
  empty: recordingErrors.emptyRetry,
};

export const failureMessage = (code: RecorderFailure): string => TEXT[code];
/** As on `/record/recorder`. */
export const germanFailureMessage = (code: RecorderFailure): string => GERMAN[code] ?? TEXT[code];
