// The two tiers of K1, counted in SQL per account and per device from what was really uploaded, and per address: many
// people share one, so what it says only makes a person look.
import { sql } from 'kysely';
import { UPLOAD_LIMITS } from '../contract/limits.ts';
import type { Db } from '../db/client.ts';
import type { UploadCounts } from './rules.ts';

const HALF_HOUR_MS = 30 * 60 * 1000;
const DAY_MS = 24 * 3600 * 1000;

/** The day of a limit begins at midnight UTC. */
const dayStart = (now: number) => now - (now % DAY_MS);

export interface Uploader {
  accountId: string;
  deviceKey: string | null;
  addressKey: string | null;
  /** The keyed hashes of the file in this and the last epoch. */
  fileKeys: readonly string[];
}

export async function countUploads(db: Db, who: Uploader, now: number): Promise<UploadCounts> {
  const halfHourAgo = now - HALF_HOUR_MS;
  const midnight = dayStart(now);
  const count = (column: 'account_id' | 'device_key' | 'address_key', value: string) =>
    db
      .selectFrom('upload_events')
      .select([
        sql<number>`count(case when created_at > ${halfHourAgo} then 1 end)`.as('recent'),
        sql<number>`count(case when created_at >= ${midnight} then 1 end)`.as('today'),
        sql<number>`coalesce(sum(case when created_at >= ${midnight} then seconds end), 0)`.as('seconds'),
        sql<number>`coalesce(min(case when created_at > ${halfHourAgo} then created_at end), ${now})`.as(
          'oldest',
        ),
      ])
      .where(column, '=', value)
      .where('created_at', '>', Math.min(halfHourAgo, midnight - 1))
      .executeTakeFirstOrThrow();
  const perAccount = await count('account_id', who.accountId);
  const perDevice = who.deviceKey === null ? perAccount : await count('device_key', who.deviceKey);
  const perAddress = who.addressKey === null ? null : await count('address_key', who.addressKey);
  const same = await db
    .selectFrom('upload_events')
    .select(sql<number>`count(*)`.as('count'))
    .where('file_key', 'in', who.fileKeys)
    .executeTakeFirstOrThrow();
  const today = Math.max(perAccount.today, perDevice.today);
  return {
    last30Minutes: Math.max(perAccount.recent, perDevice.recent),
    today,
    audioMinutesToday: Math.max(perAccount.seconds, perDevice.seconds) / 60,
    fromAddress: {
      last30Minutes: perAddress?.recent ?? 0,
      today: perAddress?.today ?? 0,
      audioMinutesToday: (perAddress?.seconds ?? 0) / 60,
    },
    identical: same.count,
    retryAt:
      today >= 2 * UPLOAD_LIMITS.hard.perDay
        ? midnight + DAY_MS
        : Math.min(perAccount.oldest, perDevice.oldest) + HALF_HOUR_MS,
  };
}
