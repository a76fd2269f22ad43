// Usage against the upload limits (row 37): the server's count for account and device, or this device's own count while
// the server cannot be reached. It only informs; the server decides.
import { atom } from 'jotai/vanilla';
import { AUDIO_FLAG_SECONDS, AUDIO_MIN_SECONDS, UPLOAD_LIMITS } from '../../../api/contract/limits.ts';
import { FLAG_REASONS, type ReviewFlag } from '../../../api/contract/review.ts';
import type { UploadStats } from '../../../api/contract/uploads.ts';
import { statePortsAtom } from '../../state/ports.ts';
import { shareFileAtom } from './file.ts';
import { publishPortsAtom } from './ports.ts';
import { ticketHashAtom } from './ticket.ts';

const HALF_HOUR_MS = 30 * 60 * 1000;

export interface ShownStats extends UploadStats {
  /** Counted on this device, because the server could not be asked. */
  isLocal: boolean;
}

const valueAtom = atom<ShownStats | null>(null);
export const uploadStatsAtom = atom((get) => get(valueAtom));

export const loadUploadStatsAtom = atom(null, async (get, set): Promise<void> => {
  const { device } = get(publishPortsAtom);
  const here = device.stats();
  try {
    const { data } = await get(statePortsAtom).write('getUploadStats', { deviceId: device.id() });
    set(valueAtom, { ...data, isLocal: false });
  } catch {
    const { uploads30Min, uploadsToday, audioMinutesToday, lastUpload30Min: last } = here;
    const isOver = uploads30Min >= UPLOAD_LIMITS.soft.per30Minutes;
    set(valueAtom, {
      uploads30Min,
      uploadsToday,
      audioMinutesToday,
      lastUpload: last > 0 ? new Date(last).toISOString() : null,
      nextUnflagged: isOver ? new Date(last + HALF_HOUR_MS).toISOString() : null,
      isLocal: true,
    });
  }
});

/** All that the server will notice about the file on the form, in its words and order; empty when there is nothing. */
export const flagsAheadAtom = atom((get): string[] => {
  const stats = get(valueAtom);
  const state = get(shareFileAtom);
  const sha256 = get(ticketHashAtom);
  const { soft } = UPLOAD_LIMITS;
  const seconds = state.phase === 'ready' ? (state.file.facts?.seconds ?? 0) : 0;
  const flags: ReviewFlag[] = [];
  if (stats && stats.uploads30Min >= soft.per30Minutes) flags.push('frequency');
  if (stats && stats.uploadsToday >= soft.perDay) flags.push('daily');
  if (stats && stats.audioMinutesToday + seconds / 60 > soft.audioMinutesPerDay) flags.push('minutes');
  // The server counts everybody's; what others published is not this device's to know.
  const sentHere = sha256 === null ? 0 : (get(publishPortsAtom).device.stats().fileHashes[sha256] ?? 0);
  if (sentHere + 1 >= soft.identicalFiles) flags.push('identical');
  if (seconds > 0 && seconds < AUDIO_MIN_SECONDS) flags.push('short');
  if (seconds > AUDIO_FLAG_SECONDS) flags.push('long');
  return flags.map((flag) => FLAG_REASONS[flag]);
});
