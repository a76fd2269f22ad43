// The state of a waiting upload in one line. Without a network nothing is called sending.
import { formatBytes } from '../../lib/format.ts';
import { publishMessages } from '../../lib/messages/publish.ts';
import { fill } from '../../lib/messages.ts';
import type { OutboxItem } from './outbox.ts';

const words = publishMessages.outbox;

export function stateText({ state, progress }: OutboxItem, isOnline: boolean): string {
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
      return isOnline ? words.waiting : words.offline;
    default:
      return words[state];
  }
}
