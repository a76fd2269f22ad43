// Who hears sealed audio, and when a hold ends.
import type { Viewer } from '../action.ts';
import type { EvidenceRow } from './queries.ts';

/** Also needs a link to the audio. */
export const hearsSealed = (viewer: Viewer): boolean => viewer.role === 'admin';

const DAY_MS = 24 * 3600 * 1000;

/** Milliseconds since 1970. */
export const endOf = (row: Pick<EvidenceRow, 'last_event_at' | 'extended_until'>, days: number): number =>
  Math.max(row.last_event_at + days * DAY_MS, row.extended_until ?? 0);

export const extendedBy = (days: number, now: number): number => now + days * DAY_MS;
