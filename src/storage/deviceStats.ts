// What this browser has published lately (S1 §3 "Device stats"), for a word before the server's own count is known.
// The server decides; nothing here is sent.
import { deviceId } from './device.ts';
import { readSetting, writeSetting } from './settings.ts';

const KEY = 'deviceStats';
const HALF_HOUR_MS = 30 * 60 * 1000;
const DAY_MS = 86_400_000;
/** Local retention (S1 §9). */
const KEPT_MS = 30 * DAY_MS;

export interface DeviceStats {
  deviceId: string;
  uploads30Min: number;
  uploadsToday: number;
  audioMinutesToday: number;
  /** Milliseconds since 1970; 0: never. */
  lastUpload30Min: number;
  lastUploadToday: number;
  /** SHA-256 of a file → how often it was published from here. */
  fileHashes: Record<string, number>;
  /** When the hashes were last forgotten. */
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

/** A limit's day begins at midnight UTC, as the server has it. */
const dayOf = (at: number) => Math.floor(at / DAY_MS);

/** What has left its window is not counted any more. */
function rolled(stats: DeviceStats, now: number): DeviceStats {
  const isRecent = now - stats.lastUpload30Min < HALF_HOUR_MS;
  const isToday = dayOf(stats.lastUploadToday) === dayOf(now);
  const isOld = now - stats.lastReset > KEPT_MS;
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
  return rolled(readSetting(KEY, isStats, empty), now);
}

/** Counts an upload that the server has confirmed. `sha256` is null where it is not known. */
export function countUploadHere(seconds: number, sha256: string | null, now: number = Date.now()): void {
  const stats = readDeviceStats(now);
  const hashes = { ...stats.fileHashes };
  if (sha256 !== null) hashes[sha256] = (hashes[sha256] ?? 0) + 1;
  writeSetting(KEY, {
    ...stats,
    uploads30Min: stats.uploads30Min + 1,
    uploadsToday: stats.uploadsToday + 1,
    audioMinutesToday: stats.audioMinutesToday + seconds / 60,
    lastUpload30Min: now,
    lastUploadToday: now,
    fileHashes: hashes,
  });
}
