// Turns a failure into a sentence of the catalogue.

import { AUDIO_MAX_SECONDS } from '../../../api/contract/limits.ts';
import { formatDuration } from '../../lib/format.ts';
import { publishMessages } from '../../lib/messages/publish.ts';
import { recorderMessages } from '../../lib/messages/recorder.ts';
import { studioMessages } from '../../lib/messages/studio.ts';
import { failureText, fill, messages } from '../../lib/messages.ts';
import { limitEnd, type PublishFailure } from './failure.ts';
import { ALLOWED_LIST, type FileRefusal, type RefusedFile } from './file.ts';
import { refusedFieldText } from './refusedField.ts';
import { limitSentence } from './uploadLimit.ts';

/** Text and, where it has placeholders, their values. */
export interface Sentence {
  text: string;
  values?: Record<string, string | number>;
}

export function publishSentence(failure: PublishFailure): Sentence {
  switch (failure.kind) {
    case 'pow':
      return { text: studioMessages.pow.failed };
    case 'gone':
      return { text: publishMessages.outbox.gone };
    case 'said':
      return { text: failure.text };
    case 'invalid_json':
      return { text: messages.uploadErrors.invalidJson };
    case 'status':
      return failure.text === ''
        ? { text: messages.uploadErrors.failed }
        : {
            text: messages.uploadErrors.failedText,
            values: { status: failure.status, text: failure.text },
          };
    case 'call':
      if (limitEnd(failure) > 0) return limitSentence(limitEnd(failure), Date.now());
      return { text: refusedFieldText(failure) ?? failureText(failure.code) };
    case 'unknown':
      return { text: messages.uploadErrors.tryAgain };
  }
}

const FILE_TEXT: Record<FileRefusal, string> = {
  not_a_file: messages.fileErrors.notAFile,
  empty: messages.fileErrors.empty,
  unsupported: messages.fileErrors.unsupported,
  too_large: messages.fileErrors.tooLarge,
  not_audio: messages.fileErrors.notAudio,
  no_sound: publishMessages.file.noSound,
  unreadable: messages.fileErrors.unreadable,
  too_long: publishMessages.file.tooLong,
  damaged: publishMessages.file.damaged,
  video: publishMessages.file.video,
  no_room: publishMessages.file.noRoom,
  gone: recorderMessages.recordingErrors.load,
};

/** `seconds`: the length of the file, where that is the reason. */
export function fileSentence({ reason, seconds = 0 }: Omit<RefusedFile, 'phase' | 'name'>): Sentence {
  const time = formatDuration(Math.ceil(seconds));
  const values = { list: ALLOWED_LIST, time, max: AUDIO_MAX_SECONDS / 60 };
  return { text: FILE_TEXT[reason], values };
}

export const sentenceText = ({ text, values }: Sentence) => (values ? fill(text, values) : text);
