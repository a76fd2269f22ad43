// Statements of consent, with version and time. Call inside the transaction of the action.
import type { Db } from '../db/client.ts';

export interface Consent {
  /** Id of the upload, or of the track whose category became Couple. */
  id: string;
  accountId: string;
  version: number;
  /** Milliseconds since 1970. */
  givenAt: number;
}

/** The first statement stays. */
export async function noteConsent(db: Db, { id, accountId, version, givenAt }: Consent): Promise<void> {
  await db
    .insertInto('consents')
    .values({ id, account_id: accountId, version, given_at: givenAt, withdrawal_key: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The recording has the sound of this upload now: who withdraws the consent given with it removes the recording. */
export async function bindConsent(db: Db, uploadId: string, trackId: string): Promise<void> {
  await db.updateTable('consents').set({ track_id: trackId }).where('id', '=', uploadId).execute();
}

export const consentsOf = (db: Db, accountId: string) =>
  db.selectFrom('consents').selectAll().where('account_id', '=', accountId).orderBy('given_at').execute();

export type ConsentRow = Awaited<ReturnType<typeof consentsOf>>[number];

/** The first consent given for a track or a waiting upload, found by either id. */
export const consentOfRecording = (db: Db, recordingId: string): Promise<ConsentRow | undefined> =>
  db
    .selectFrom('consents')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('id', '=', recordingId),
        eb(
          'id',
          'in',
          eb.selectFrom('tracks').select('upload_id').where('tracks.id', '=', recordingId).$castTo<string>(),
        ),
        eb('id', 'in', eb.selectFrom('tracks').select('tracks.id').where('upload_id', '=', recordingId)),
      ]),
    )
    .orderBy('given_at')
    .executeTakeFirst();

export const consentByKey = (db: Db, key: string): Promise<ConsentRow | undefined> =>
  db.selectFrom('consents').selectAll().where('withdrawal_key', '=', key).executeTakeFirst();

export async function setWithdrawalKey(db: Db, id: string, key: string): Promise<void> {
  await db.updateTable('consents').set({ withdrawal_key: key }).where('id', '=', id).execute();
}

/** The first time stays; nothing for an id that is unknown. */
export async function noteWithdrawal(db: Db, id: string, now: number): Promise<void> {
  await db
    .updateTable('consents')
    .set({ withdrawn_at: now })
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .execute();
}
