// Failure code → the sentence of the catalogue.
import { recorderMessages } from '../../lib/messages/recorder.ts';
import { studioMessages } from '../../lib/messages/studio.ts';
import type { EditorFailure } from './atoms.ts';
import type { ExportState } from './exportTake.ts';

const LOAD_TEXT: Record<EditorFailure, string> = {
  no_data: recorderMessages.recordingErrors.noData,
  not_loaded: recorderMessages.recordingErrors.load,
  empty: recorderMessages.recordingErrors.empty,
  timeout: studioMessages.editor.loadTimeout,
  unreadable: studioMessages.editor.unreadable,
};

const EXPORT_TEXT: Record<Extract<ExportState, { phase: 'failed' }>['reason'], string> = {
  none: studioMessages.segments.none,
  no_length: studioMessages.segments.noLength,
  too_short: studioMessages.segments.tooShort,
  export_failed: studioMessages.editor.exportFailed,
};

export const loadMessage = (code: EditorFailure): string => LOAD_TEXT[code];
export const exportMessage = (reason: keyof typeof EXPORT_TEXT): string => EXPORT_TEXT[reason];
