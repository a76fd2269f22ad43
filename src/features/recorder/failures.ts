// Failure code → the sentence of the catalogue.
import { recorderMessages } from '../../lib/messages/recorder.ts';
import { studioMessages } from '../../lib/messages/studio.ts';
import type { RecorderFailure } from './atoms.ts';

const TEXT: Record<RecorderFailure, string> = {
  unsupported: recorderMessages.recorder.unsupportedText,
  insecure: studioMessages.studio.insecure,
  denied: recorderMessages.recordingErrors.denied,
  no_device: studioMessages.studio.noMicrophone,
  in_use: studioMessages.studio.microphoneInUse,
  init_failed: recorderMessages.recordingErrors.initialise,
  start_failed: recorderMessages.recordingErrors.start,
  pause_failed: recorderMessages.recordingErrors.pause,
  resume_failed: recorderMessages.recordingErrors.resume,
  stop_failed: recorderMessages.recordingErrors.stop,
  cancel_failed: recorderMessages.recordingErrors.cancel,
  recorder_error: recorderMessages.recordingErrors.general,
  empty: recorderMessages.recordingErrors.emptyRetry,
  save_failed: recorderMessages.recordingErrors.save,
};

export const failureMessage = (code: RecorderFailure): string => TEXT[code];
