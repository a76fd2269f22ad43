// Trust in uploaders: manual approvals in a row, and an admin's setting. Call writing functions inside the action's
// transaction.
import { sql } from 'kysely';
import type { TrustSetting } from '../contract/review.ts';
import type { Db } from '../db/client.ts';
import { noteDecision } from '../db/ledger.ts';
import type { Trust } from './rules.ts';

/** Undefined before the first decision about the account. */
export const storedTrustOf = (db: Db, accountId: string) =>
  db
    .selectFrom('uploader_trust')
    .select(['clean_approvals', 'override'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();

export async function trustOf(db: Db, accountId: string): Promise<Trust> {
  const row = await storedTrustOf(db, accountId);
  return { setting: row?.override ?? 'auto', cleanApprovals: row?.clean_approvals ?? 0 };
}

/** Counts a manual approval. */
export async function noteCleanApproval(db: Db, accountId: string): Promise<void> {
  await sql`insert into uploader_trust (account_id, clean_approvals) values (${accountId}, 1)
    on conflict (account_id) do update set clean_approvals = uploader_trust.clean_approvals + 1`.execute(db);
}

/** Resets the count after a rejection or takedown, and notes it in the ledger for restores. */
export async function forfeitTrust(db: Db, accountId: string, now: number): Promise<void> {
  await repeatForfeit(db, accountId);
  await noteDecision(db, 'trustForfeited', accountId, {}, now);
}

/** For replaying the ledger: writes no ledger entry. */
export async function repeatForfeit(db: Db, accountId: string): Promise<void> {
  await db
    .updateTable('uploader_trust')
    .set({ clean_approvals: 0 })
    .where('account_id', '=', accountId)
    .execute();
}

/** Sets an admin's setting, and notes it in the ledger for restores. */
export async function setTrust(db: Db, accountId: string, setting: TrustSetting, now: number): Promise<void> {
  await repeatTrust(db, accountId, setting);
  await noteDecision(db, 'trustSet', accountId, { setting }, now);
}

/** For replaying the ledger: writes no ledger entry. */
export async function repeatTrust(db: Db, accountId: string, setting: TrustSetting): Promise<void> {
  const override = setting === 'auto' ? null : setting;
  await sql`insert into uploader_trust (account_id, override) values (${accountId}, ${override})
    on conflict (account_id) do update set override = ${override}`.execute(db);
}

/** When merging a guest: the stricter setting and the sum of both counts. */
export async function mergeTrust(db: Db, guest: string, account: string): Promise<void> {
  await sql`update uploader_trust as merged set
      clean_approvals = merged.clean_approvals + other.clean_approvals,
      override = case when 'watched' in (merged.override, other.override) then 'watched'
        else coalesce(merged.override, other.override) end
    from uploader_trust as other
    where merged.account_id = ${account} and other.account_id = ${guest}`.execute(db);
  await sql`delete from uploader_trust where account_id = ${guest}
    and exists (select 1 from uploader_trust where account_id = ${account})`.execute(db);
}
