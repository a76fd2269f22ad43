// Recent uploads of this browser, shown until the server's own count is known, and the random id by which the server
// counts uploads of this browser. The server decides; the counts are not sent.
import { newId } from '../lib/ids.ts';
import { readSetting, writeSetting } from './settings.ts';

const ID_SETTING = 'deviceId';
const isId = (value: unknown): value is string => typeof value === 'string' && /^[\w-]{16,64}$/.test(value);

let ofThisPage: string | undefined;

/** The same at every call; if storage is forbidden, the same until the page closes. */
export function deviceId(): string {
  const stored = readSetting<string>(ID_SETTING, isId, '');
  if (stored !== '') return stored;
  ofThisPage ??= newId();
  writeSetting(ID_SETTING, ofThisPage);
  return ofThisPage;
}

const STATS_SETTING = 'deviceStats';
const HALF_HOUR_MS = 30 * 60 * 1000;
const DAY_MS = 86_400_000;
/** File hashes are stored for this long. */
const PERIOD_MS = 30 * DAY_MS;

export interface DeviceStats {
  deviceId: string;
  uploads30Min: number;
  uploadsToday: number;
  audioMinutesToday: number;
  /** Milliseconds since 1970; 0: never. */
  lastUpload30Min: number;
  lastUploadToday: number;
  /** SHA-256 of a file → number of times it was published from this browser. */
  fileHashes: Record<string, number>;
  /** When the hashes were last deleted. */
  lastReset: number;
}

const isNumber = (value: unknown) => typeof value === 'number' && Number.isFinite(value);
function isStats(value: unknown): value is DeviceStats {
  if (typeof value !== 'object' || value === null) return false;
  const { fileHashes, deviceId: id, ...counts } = value as DeviceStats;
  const { uploads30Min, uploadsToday, audioMinutesToday, lastUpload30Min, lastUploadToday, lastReset } =
    counts;
  const numbers = [
    uploads30Min,
    uploadsToday,
    audioMinutesToday,
    lastUpload30Min,
    lastUploadToday,
    lastReset,
  ];
  return (
    typeof id === 'string' && typeof fileHashes === 'object' && fileHashes !== null && numbers.every(isNumber)
  );
}

/** A limit's day begins at midnight UTC, as on the server. */
const dayOf = (at: number) => Math.floor(at / DAY_MS);

/** `stats` without counts that are outside their window. */
function rolled(stats: DeviceStats, now: number): DeviceStats {
  const isRecent = now - stats.lastUpload30Min < HALF_HOUR_MS;
  const isToday = dayOf(stats.lastUploadToday) === dayOf(now);
  const isOld = now - stats.lastReset > PERIOD_MS;
  return {
    ...stats,
    uploads30Min: isRecent ? stats.uploads30Min : 0,
    uploadsToday: isToday ? stats.uploadsToday : 0,
    audioMinutesToday: isToday ? stats.audioMinutesToday : 0,
    fileHashes: isOld ? {} : stats.fileHashes,
    lastReset: isOld ? now : stats.lastReset,
  };
}

export function readDeviceStats(now: number = Date.now()): DeviceStats {
  const empty: DeviceStats = {
    deviceId: deviceId(),
    uploads30Min: 0,
    uploadsToday: 0,
    audioMinutesToday: 0,
    lastUpload30Min: 0,
    lastUploadToday: 0,
    fileHashes: {},
    lastReset: now,
  };
  return rolled(readSetting(STATS_SETTING, isStats, empty), now);
}

/** Counts an upload that the server has confirmed. `sha256` is null where it is not known. */
export function countUploadHere(seconds: number, sha256: string | null, now: number = Date.now()): void {
  const stats = readDeviceStats(now);
  const hashes = { ...stats.fileHashes };
  if (sha256 !== null) hashes[sha256] = (hashes[sha256] ?? 0) + 1;
  writeSetting(STATS_SETTING, {
    ...stats,
    uploads30Min: stats.uploads30Min + 1,
    uploadsToday: stats.uploadsToday + 1,
    audioMinutesToday: stats.audioMinutesToday + seconds / 60,
    lastUpload30Min: now,
    lastUploadToday: now,
    fileHashes: hashes,
  });
}
