// A take in the documented shape of the hand-off (S1 §3): `data` is a reference (K2), the file's ending follows its
// container (K29).
import { extensionFor } from '../../audio/captureEnvironment.ts';
import { studioMessages } from '../../lib/messages/studio.ts';
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
    title: fill(studioMessages.share.defaultTitle, { date: formatDate(startedAt) }),
  };
}
