// Sentences for failure codes.
import { studioMessages } from '../../lib/messages/studio.ts';
import { fill, languageOf } from '../../lib/messages.ts';
import type { EditorFailure } from './atoms.ts';
import type { ExportState } from './exportTake.ts';
import { STALLED_SECONDS } from './readTake.ts';

const LOAD_TEXT: Record<EditorFailure, string> = {
  no_data: studioMessages.takeErrors.noData,
  not_loaded: studioMessages.takeErrors.load,
  empty: studioMessages.takeErrors.empty,
  timeout: studioMessages.editor.loadTimeout,
  stalled: fill(studioMessages.waveform.timeoutGerman, { N: STALLED_SECONDS }),
  stalled_phone: studioMessages.waveform.timeout,
  unreadable: studioMessages.editor.unreadable,
};

const EXPORT_TEXT: Record<Extract<ExportState, { phase: 'failed' }>['reason'], string> = {
  none: studioMessages.segments.none,
  no_length: studioMessages.segments.noLength,
  too_short: studioMessages.segments.tooShort,
  export_failed: studioMessages.editor.exportFailed,
};

/** `languageOf` does not find a sentence whose placeholders are filled. */
export const loadLanguage = (code: EditorFailure) =>
  code === 'stalled' ? 'de' : languageOf(LOAD_TEXT[code]);

export const loadMessage = (code: EditorFailure): string => LOAD_TEXT[code];
export const exportMessage = (reason: keyof typeof EXPORT_TEXT): string => EXPORT_TEXT[reason];
