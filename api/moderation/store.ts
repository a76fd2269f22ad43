// Writes claims, escalations and hidden items. Triggers delete the rows with their upload or edit. Call inside the action's
// transaction.
import type { Db } from '../db/client.ts';
import { goesWithTheAccount, type PersonalPart } from '../db/personal.ts';

/** Sets the claim, replacing any other. The caller checks whether that is allowed. */
export async function putClaim(db: Db, uploadId: string, accountId: string, until: number): Promise<void> {
  const claim = { account_id: accountId, expires_at: until };
  await db
    .insertInto('review_claims')
    .values({ upload_id: uploadId, ...claim })
    .onConflict((conflict) => conflict.column('upload_id').doUpdateSet(claim))
    .execute();
}

export async function dropClaim(db: Db, uploadId: string, accountId: string): Promise<void> {
  await db
    .deleteFrom('review_claims')
    .where('upload_id', '=', uploadId)
    .where('account_id', '=', accountId)
    .execute();
}

export async function addEscalation(
  db: Db,
  uploadId: string,
  by: { accountId: string | null; note: string },
  now: number,
): Promise<void> {
  const escalation = { account_id: by.accountId, note: by.note, created_at: now };
  await db
    .insertInto('review_escalations')
    .values({ upload_id: uploadId, ...escalation })
    .onConflict((conflict) => conflict.column('upload_id').doUpdateSet(escalation))
    .execute();
}

export async function setHidden(
  db: Db,
  uploadId: string,
  accountId: string,
  isHidden: boolean,
  now: number,
): Promise<void> {
  if (isHidden) {
    await db
      .insertInto('review_hidden')
      .values({ upload_id: uploadId, account_id: accountId, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return;
  }
  await db
    .deleteFrom('review_hidden')
    .where('upload_id', '=', uploadId)
    .where('account_id', '=', accountId)
    .execute();
}

export const personalModeration: PersonalPart<
  'review_claims' | 'review_escalations' | 'review_hidden',
  never
> = {
  ...goesWithTheAccount,
  columns: { review_claims: [], review_escalations: [], review_hidden: [] },
  missed: [],
  exportOf: async () => ({}),
};
