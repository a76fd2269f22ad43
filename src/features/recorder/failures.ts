// Failure code → the sentence of the catalogue.
import { messages } from '../../lib/messages.ts';
import type { RecorderFailure } from './atoms.ts';

const TEXT: Record<RecorderFailure, string> = {
  unsupported: messages.recorder.unsupportedText,
  insecure: messages.studio.insecure,
  denied: messages.recordingErrors.denied,
  no_device: messages.studio.noMicrophone,
  in_use: messages.studio.microphoneInUse,
  init_failed: messages.recordingErrors.initialise,
  start_failed: messages.recordingErrors.start,
  pause_failed: messages.recordingErrors.pause,
  resume_failed: messages.recordingErrors.resume,
  stop_failed: messages.recordingErrors.stop,
  cancel_failed: messages.recordingErrors.cancel,
  recorder_error: messages.recordingErrors.general,
  empty: messages.recordingErrors.emptyRetry,
  save_failed: messages.recordingErrors.save,
};

export const failureMessage = (code: RecorderFailure): string => TEXT[code];
