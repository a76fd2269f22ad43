// Failure code → the sentence of the catalogue.
import { messages } from '../../lib/messages.ts';
import type { EditorFailure } from './atoms.ts';
import type { ExportState } from './exportTake.ts';

const LOAD_TEXT: Record<EditorFailure, string> = {
  no_data: messages.recordingErrors.noData,
  not_loaded: messages.recordingErrors.load,
  empty: messages.recordingErrors.empty,
  timeout: messages.editor.loadTimeout,
  unreadable: messages.editor.unreadable,
};

const EXPORT_TEXT: Record<Extract<ExportState, { phase: 'failed' }>['reason'], string> = {
  none: messages.segments.none,
  no_length: messages.segments.noLength,
  too_short: messages.segments.tooShort,
  export_failed: messages.editor.exportFailed,
};

export const loadMessage = (code: EditorFailure): string => LOAD_TEXT[code];
export const exportMessage = (reason: keyof typeof EXPORT_TEXT): string => EXPORT_TEXT[reason];
