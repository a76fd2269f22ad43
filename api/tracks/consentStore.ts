// That everybody who can be heard is of age and agreed, as it was stated: with the version of the statement and its time.
// Call inside the transaction of the deed.
import type { Db } from '../db/client.ts';

export interface Consent {
  /** Of the upload, or of the track whose words were changed to more than one person. */
  id: string;
  accountId: string;
  version: number;
  /** Milliseconds since 1970. */
  givenAt: number;
}

/** What was stated first stays. */
export async function noteConsent(db: Db, { id, accountId, version, givenAt }: Consent): Promise<void> {
  await db
    .insertInto('consents')
    .values({ id, account_id: accountId, version, given_at: givenAt, withdrawal_key: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export const consentsOf = (db: Db, accountId: string) =>
  db.selectFrom('consents').selectAll().where('account_id', '=', accountId).orderBy('given_at').execute();
