// A take as handoff data: `data` is a reference, and the file name's ending follows the container.
import { extensionFor } from '../../audio/captureEnvironment.ts';
import { shareMessages } from '../../lib/messages/share.ts';
import { fill } from '../../lib/messages.ts';
import { formatDate } from '../../lib/time.ts';
import type { RecordingData } from '../../storage/handoff.ts';
import type { FinishedTake } from './atoms.ts';

/** `recording_{timestamp}.webm` */
export const fileNameOf = ({ startedAt, mimeType }: Pick<FinishedTake, 'startedAt' | 'mimeType'>): string =>
  `recording_${startedAt}.${extensionFor(mimeType)}`;

export function recordingDataOf(take: Omit<FinishedTake, 'takeId' | 'blob'>): RecordingData {
  const startedAt = new Date(take.startedAt);
  return {
    file: {
      name: fileNameOf(take),
      size: take.sizeBytes,
      type: take.mimeType,
      data: take.reference,
      tempTrackId: `recording-preview-${take.startedAt}`,
    },
    duration: take.seconds,
    recordedAt: startedAt.toISOString(),
    edited: false,
    title: fill(shareMessages.share.defaultTitle, { date: formatDate(startedAt) }),
  };
}
