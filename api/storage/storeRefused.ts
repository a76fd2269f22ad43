import type { S3Place } from '../storageUrl.ts';

/** The store answers but refuses every request: a setting is wrong. The message is for the operator. */
class StoreRefused extends Error {
  override name = 'StoreRefused';
}

/** Answers of an S3 server that a setting explains. */
export const REFUSALS = [301, 307, 400, 401, 403];

/** Throws when the answer to a read means that the bucket, its region or the keys are wrong. */
export function refuseWrongSettings(
  status: number,
  text: string,
  { bucket, endpoint }: Pick<S3Place, 'bucket' | 'endpoint'>,
): void {
  const refuse = (sentence: string) => {
    throw new StoreRefused(sentence);
  };
  if (status === 404 && text.includes('NoSuchBucket'))
    refuse(`There is no bucket ${bucket} at ${endpoint} (STORAGE_URL). Create it, or correct STORAGE_URL.`);
  if (status === 401 || status === 403)
    refuse(
      `${endpoint} (STORAGE_URL) refuses the keys for the bucket ${bucket}. Correct AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or their rights.`,
    );
  if (REFUSALS.includes(status))
    refuse(
      `${endpoint} does not accept the region or the style of the bucket ${bucket}. Correct STORAGE_URL.`,
    );
}
