// The state of a waiting upload in one line. Without a network nothing is called sending.
import { formatBytes } from '../../lib/format.ts';
import { publishMessages } from '../../lib/messages/publish.ts';
import { fill } from '../../lib/messages.ts';
import { limitEnd, type PublishFailure } from './failure.ts';
import { sentenceText } from './failures.ts';
import type { OutboxItem } from './outbox.ts';
import { limitSentence } from './uploadLimit.ts';

const words = publishMessages.outbox;

/** What an upload that waits for more than a connection waits for; null for others. */
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
