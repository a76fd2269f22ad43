// Today's uploads against the limits (the server's count, or this device's while offline), and why this upload will be
// reviewed. Only informs; the server decides.
import { useAtomValue, useSetAtom } from 'jotai';
import { atom } from 'jotai/vanilla';
import { useEffect } from 'react';
import { AUDIO_FLAG_SECONDS, AUDIO_MIN_SECONDS, UPLOAD_LIMITS } from '../../../api/contract/limits.ts';
import { FLAG_REASONS, type ReviewFlag } from '../../../api/contract/review.ts';
import type { UploadStats } from '../../../api/contract/uploads.ts';
import { publishMessages } from '../../lib/messages/publish.ts';
import { fill } from '../../lib/messages.ts';
import { formatClock } from '../../lib/time.ts';
import { statePortsAtom } from '../../state/ports.ts';
import { ticketHashAtom } from '../../state/ticket.ts';
import { shareFileAtom } from './file.ts';
import { publishPortsAtom } from './ports.ts';
import { Row } from './Receipt.tsx';
import { ReceiptFold } from './ReceiptFold.tsx';
import styles from './receipt.module.css';

const words = publishMessages.limits;
const { soft } = UPLOAD_LIMITS;

/** Every reason for which this upload will be checked first. */
export function FlagsAhead() {
  const flags = useAtomValue(flagsAheadAtom);
  if (flags.length === 0) return null;
  return (
    <div className={styles.card}>
      <p>{words.over}</p>
      <ul className={styles.fields} lang="de">
        {flags.map((flag) => (
          <li key={flag}>{flag}</li>
        ))}
      </ul>
    </div>
  );
}

export function LimitsPanel() {
  const stats = useAtomValue(uploadStatsAtom);
  const load = useSetAtom(loadUploadStatsAtom);
  useEffect(() => void load(), [load]);
  if (!stats || stats.uploadsToday + stats.uploads30Min === 0) return null;
  return (
    <ReceiptFold icon="clock" title={words.title} line={fill(words.open, { n: stats.uploadsToday })}>
      <dl className={styles.list}>
        <Row term={words.recent}>
          {fill(words.countValue, { n: stats.uploads30Min, max: soft.per30Minutes })}
        </Row>
        <Row term={words.today}>{fill(words.countValue, { n: stats.uploadsToday, max: soft.perDay })}</Row>
        <Row term={words.minutes}>
          {fill(words.minutesValue, {
            n: Math.round(stats.audioMinutesToday * 10) / 10,
            max: soft.audioMinutesPerDay,
          })}
        </Row>
        <Row term={words.next}>{stats.nextUnflagged ? formatClock(stats.nextUnflagged) : words.nextNow}</Row>
      </dl>
      <p className={styles.quiet}>{stats.isLocal ? words.local : words.free}</p>
    </ReceiptFold>
  );
}

const HALF_HOUR_MS = 30 * 60 * 1000;

interface ShownStats extends UploadStats {
  /** Counted on this device, because the server could not be asked. */
  isLocal: boolean;
}

const valueAtom = atom<ShownStats | null>(null);
const uploadStatsAtom = atom((get) => get(valueAtom));

const loadUploadStatsAtom = atom(null, async (get, set): Promise<void> => {
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

/** Reasons for which the server will review the file on the form, in its words and order. */
const flagsAheadAtom = atom((get): string[] => {
  const stats = get(valueAtom);
  const state = get(shareFileAtom);
  const sha256 = get(ticketHashAtom);
  const { soft } = UPLOAD_LIMITS;
  const seconds = state.phase === 'ready' ? (state.file.facts?.seconds ?? 0) : 0;
  const flags: ReviewFlag[] = [];
  if (stats && stats.uploads30Min >= soft.per30Minutes) flags.push('frequency');
  if (stats && stats.uploadsToday >= soft.perDay) flags.push('daily');
  if (stats && stats.audioMinutesToday + seconds / 60 > soft.audioMinutesPerDay) flags.push('minutes');
  // The server also counts other accounts, which this device cannot know.
  const sentHere = sha256 === null ? 0 : (get(publishPortsAtom).device.stats().fileHashes[sha256] ?? 0);
  if (sentHere + 1 >= soft.identicalFiles) flags.push('identical');
  if (seconds > 0 && seconds < AUDIO_MIN_SECONDS) flags.push('short');
  if (seconds > AUDIO_FLAG_SECONDS) flags.push('long');
  return flags.map((flag) => FLAG_REASONS[flag]);
});
