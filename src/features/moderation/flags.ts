// What the server noticed about an upload, as short lines. A flag of a newer server is shown as it came.
import { AUDIO_FLAG_SECONDS, AUDIO_MIN_SECONDS } from '../../../api/contract/limits.ts';
import type { ReviewFlag } from '../../../api/contract/review.ts';
import type { PendingUploadView } from '../../../api/contract/uploads.ts';
import { fill, messages } from '../../lib/messages.ts';

export function flagTexts(row: PendingUploadView): string[] {
  const texts = new Set<string>();
  if (row.duration < AUDIO_MIN_SECONDS) texts.add(messages.moderation.flags.short);
  if (row.duration > AUDIO_FLAG_SECONDS) texts.add(messages.moderation.flags.long);
  if (row.duplicateCount > 0) {
    texts.add(fill(messages.moderation.flags.duplicate, { n: row.duplicateCount + 1 }));
  }
  for (const flag of row.flags) texts.add(FLAG_TEXTS[flag] ?? String(flag).replaceAll('_', ' '));
  return [...texts].filter((text) => text !== '');
}

/** The server's flag → line; empty where a number above says it better. */
const FLAG_TEXTS: Readonly<Record<ReviewFlag, string>> = {
  frequency: messages.moderation.flags.frequency,
  daily: messages.moderation.flags.daily,
  minutes: messages.moderation.flags.minutes,
  consent: messages.moderation.flags.consent,
  asked: messages.moderation.flags.asked,
  edit: messages.moderation.flags.edit,
  identical: '',
  short: '',
  long: '',
};
