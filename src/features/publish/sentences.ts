// Sentences for failures, refused files, refused fields, upload limits and waiting uploads.

import type { FieldProblem } from '../../../api/contract/errors.ts';
import { AUDIO_MAX_SECONDS } from '../../../api/contract/limits.ts';
import { formatBytes, formatDuration } from '../../lib/format.ts';
import { fieldText } from '../../lib/messages/fields.ts';
import { publishMessages } from '../../lib/messages/publish.ts';
import { shareMessages } from '../../lib/messages/share.ts';
import { studioMessages } from '../../lib/messages/studio.ts';
import { failureText, fill, messages } from '../../lib/messages.ts';
import { formatClock } from '../../lib/time.ts';
import { limitEnd, type PublishFailure } from './failure.ts';
import { ALLOWED_LIST, type FileRefusal, type RefusedFile } from './file.ts';
import type { OutboxItem } from './outbox.ts';
import type { ShareForm } from './rules.ts';

/** Text and, where it has placeholders, their values. */
interface Sentence {
  text: string;
  values?: Record<string, string | number>;
}

export function publishSentence(failure: PublishFailure): Sentence {
  switch (failure.kind) {
    case 'pow':
      return { text: shareMessages.pow.failed };
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
  edited: publishMessages.file.edited,
  no_room: publishMessages.file.noRoom,
  gone: studioMessages.takeErrors.load,
};

/** `seconds`: the length of the file, where that is the reason. */
export function fileSentence({ reason, seconds = 0 }: Omit<RefusedFile, 'phase' | 'name'>): Sentence {
  const time = formatDuration(Math.ceil(seconds));
  const values = { list: ALLOWED_LIST, time, max: AUDIO_MAX_SECONDS / 60 };
  return { text: FILE_TEXT[reason], values };
}

export const sentenceText = ({ text, values }: Sentence) => (values ? fill(text, values) : text);

const MINUTE_MS = 60_000;
const weekday = new Intl.DateTimeFormat('en', { weekday: 'long' });

/** Includes the day unless it is today; never a minute early. `goes`: for an upload that is then sent automatically. */
export function limitSentence(end: number, now: number, goes = false): Sentence {
  const at = new Date(Math.ceil(end / MINUTE_MS) * MINUTE_MS);
  const isToday = at.toDateString() === new Date(now).toDateString();
  const { publish, publishOn, sent, sentOn } = publishMessages.limits.reached;
  const values = { time: formatClock(at), day: weekday.format(at) };
  if (goes) return { text: isToday ? sent : sentOn, values };
  return { text: isToday ? publish : publishOn, values };
}

/** A text field, or the recording itself. */
export type RefusableField = keyof ShareForm | 'file';

export interface RefusedField {
  field: RefusableField;
  /** Shown next to the field. */
  text: string;
}

const { studio } = studioMessages;

/** The server's name of a field → our name and its label. */
const FIELDS: Readonly<Record<string, readonly [keyof ShareForm, string]>> = {
  title: ['title', studio.titleLabel],
  description: ['description', studio.descriptionLabel],
  gender: ['gender', studio.whoLabel],
  tags: ['tags', studio.tagsLabel],
  consentAt: ['consentAt', studio.consent],
  consentVersion: ['consentAt', studio.consent],
  transcript: ['transcript', studio.transcriptLabel],
};

const fieldOf = (at: FieldProblem | undefined) => (at === undefined ? undefined : FIELDS[at.field]);

/** Null when no field of the form is concerned. */
export function refusedField(failure: PublishFailure): RefusedField | null {
  if (failure.kind !== 'call') return null;
  if (failure.code.startsWith('audio_')) return { field: 'file', text: failureText(failure.code) };
  const field = fieldOf(failure.at)?.[0];
  return field === undefined || failure.at === undefined ? null : { field, text: fieldText(failure.at) };
}

/** The field and the reason, for use outside the form. Null when no field of the form is concerned. */
function refusedFieldText({ at }: { at?: FieldProblem }): string | null {
  const label = fieldOf(at)?.[1];
  return label === undefined || at === undefined ? null : fieldText(at, label);
}

const words = publishMessages.outbox;

/** What an upload waits for, if not the connection; null otherwise. */
export function waitsFor(failure: PublishFailure | null | undefined): string | null {
  if (limitEnd(failure) > Date.now()) return sentenceText(limitSentence(limitEnd(failure), Date.now(), true));
  return failure?.kind === 'call' && failure.code === 'captive_portal' ? words.portal : null;
}

export function stateText({ upload, state, progress }: OutboxItem, isOnline: boolean): string {
  switch (state) {
    case 'sending':
      if (!isOnline) return publishMessages.sending.offline;
      if (!progress) return words.preparing;
      if (progress.sentBytes >= progress.totalBytes) return publishMessages.sending.checking;
      return fill(words.sending, {
        sent: formatBytes(progress.sentBytes),
        total: formatBytes(progress.totalBytes),
      });
    case 'waiting':
      return waitsFor(upload.failure) ?? (isOnline ? words.waiting : words.offline);
    default:
      return words[state];
  }
}
