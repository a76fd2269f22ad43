// Counts for the two tiers of upload limits, per account, device and address. Many people share an address, so its count
// only causes a manual review.
import { sql } from 'kysely';
import { REFUSED_AT_TIMES_HARD, UPLOAD_LIMITS } from '../contract/limits.ts';
import type { Db } from '../db/client.ts';
import type { UploadCounts } from './rules.ts';

const HALF_HOUR_MS = 30 * 60 * 1000;
const DAY_MS = 24 * 3600 * 1000;

/** A day starts at midnight UTC. */
const dayStart = (now: number) => now - (now % DAY_MS);

/** When (ms) another upload will be within the soft tier; null: now. */
export function nextUnflagged(
  { last30Minutes, today, audioMinutesToday, latest }: CountedUploads,
  now: number,
): number | null {
  const { soft } = UPLOAD_LIMITS;
  if (today >= soft.perDay || audioMinutesToday >= soft.audioMinutesPerDay) return dayStart(now) + DAY_MS;
  // One in 30 minutes: the newest must have left the window.
  return last30Minutes >= soft.per30Minutes && latest !== null ? latest + HALF_HOUR_MS : null;
}

export interface Uploader {
  accountId: string;
  deviceKey: string | null;
  addressKey: string | null;
  siteKey: string | null;
  /** Keyed hashes of the sound with the current and the previous key; empty before it is inspected. */
  sameKeys: readonly string[];
}

/** Counts, and the time (ms) of the newest upload today or in the last 30 minutes, or null. */
export type CountedUploads = UploadCounts & { latest: number | null };

export async function countUploads(db: Db, who: Uploader, now: number): Promise<CountedUploads> {
  const halfHourAgo = now - HALF_HOUR_MS;
  const midnight = dayStart(now);
  const count = (column: 'account_id' | 'device_key' | 'address_key' | 'site_key', value: string) =>
    db
      .selectFrom('upload_events')
      .select([
        sql<number>`count(case when created_at > ${halfHourAgo} then 1 end)`.as('recent'),
        sql<number>`count(case when created_at >= ${midnight} then 1 end)`.as('today'),
        sql<number>`coalesce(sum(case when created_at >= ${midnight} then seconds end), 0)`.as('seconds'),
        sql<number>`coalesce(min(case when created_at > ${halfHourAgo} then created_at end), ${now})`.as(
          'oldest',
        ),
        sql<number | null>`max(created_at)`.as('latest'),
      ])
      .where(column, '=', value)
      .where('created_at', '>', Math.min(halfHourAgo, midnight - 1))
      .executeTakeFirstOrThrow();
  const perAccount = await count('account_id', who.accountId);
  const perDevice = who.deviceKey === null ? perAccount : await count('device_key', who.deviceKey);
  const fromAddress = async (column: 'address_key' | 'site_key', value: string | null) => {
    const found = value === null ? null : await count(column, value);
    return {
      last30Minutes: found?.recent ?? 0,
      today: found?.today ?? 0,
      audioMinutesToday: (found?.seconds ?? 0) / 60,
      windowMoves: (found?.oldest ?? now) + HALF_HOUR_MS,
      dayEnds: midnight + DAY_MS,
    };
  };
  const same = await db
    .selectFrom('upload_events')
    .select(sql<number>`count(*)`.as('count'))
    .where('same_key', 'in', who.sameKeys)
    .executeTakeFirstOrThrow();
  const today = Math.max(perAccount.today, perDevice.today);
  const audioMinutesToday = Math.max(perAccount.seconds, perDevice.seconds) / 60;
  const { hard } = UPLOAD_LIMITS;
  const isDayOver =
    today >= REFUSED_AT_TIMES_HARD * hard.perDay ||
    audioMinutesToday >= REFUSED_AT_TIMES_HARD * hard.audioMinutesPerDay;
  // The later of account and device.
  const full = [perAccount, perDevice].filter(
    ({ recent }) => recent >= REFUSED_AT_TIMES_HARD * hard.per30Minutes,
  );
  return {
    last30Minutes: Math.max(perAccount.recent, perDevice.recent),
    today,
    audioMinutesToday,
    fromAddress: await fromAddress('address_key', who.addressKey),
    fromSite: await fromAddress('site_key', who.siteKey),
    identical: same.count,
    latest: Math.max(perAccount.latest ?? 0, perDevice.latest ?? 0) || null,
    retryAt: isDayOver
      ? midnight + DAY_MS
      : Math.max(halfHourAgo, ...full.map(({ oldest }) => oldest)) + HALF_HOUR_MS,
  };
}
