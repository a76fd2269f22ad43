// Does again, on a restored database, what moderators and admins decided about people, appeals and the queue, whom somebody
// does not want to meet, which consent was taken back, and when a person wants to be gone. Call inside a transaction.
import { findAccount } from '../accounts/queries.ts';
import { repeatRole } from '../accounts/role.ts';
import { repeatErasure } from '../accounts/store.ts';
import { repeatBlock, repeatShowing } from '../blocks/store.ts';
import { repeatAutoApprove } from '../configuration/autoApprove.ts';
import { BLOCK_KINDS } from '../contract/blocks.ts';
import { APPEAL_OUTCOMES } from '../contract/reportCategories.ts';
import { TRUST_SETTINGS } from '../contract/review.ts';
import { ASSIGNABLE_ROLES } from '../contract/roles.ts';
import type { Db } from '../db/client.ts';
import type { LedgerEntry } from '../db/ledger.ts';
import { endFollows } from '../follows/store.ts';
import { addEscalation } from '../moderation/store.ts';
import { repeatAppealAnswer } from '../reports/store.ts';
import { noteWithdrawal } from '../tracks/consentStore.ts';
import { findEdit } from '../tracks/store.ts';
import { findUpload } from '../uploads/queries.ts';
import { repeatForfeit, repeatTrust } from '../uploads/trustStore.ts';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const oneOf = <Choice extends string>(choices: readonly Choice[], value: unknown): Choice | undefined =>
  choices.find((choice) => choice === value);

async function escalate(db: Db, { id, detail, at }: LedgerEntry): Promise<void> {
  const found = (await findUpload(db, id)) ?? (await findEdit(db, id));
  if (found?.status !== 'pending_review') return;
  const by = await findAccount(db, text(detail.escalatedBy));
  await addEscalation(db, id, { accountId: by?.id ?? null, note: text(detail.note) }, at);
}

/** Only accounts that can sign in get a role: a guest of the backup may have registered only since. */
async function giveRoleAgain(db: Db, { id, detail }: LedgerEntry): Promise<void> {
  const role = oneOf(ASSIGNABLE_ROLES, detail.role);
  if (role !== undefined && (await findAccount(db, id))?.password_hash) await repeatRole(db, id, role);
}

async function setTrustAgain(db: Db, { id, detail }: LedgerEntry): Promise<void> {
  const setting = oneOf(TRUST_SETTINGS, detail.setting);
  if (setting !== undefined && (await findAccount(db, id))) await repeatTrust(db, id, setting);
}

async function hideAgain(db: Db, { detail, at }: LedgerEntry): Promise<void> {
  const [account, other] = [
    await findAccount(db, text(detail.accountId)),
    await findAccount(db, text(detail.otherId)),
  ];
  if (!account || !other) return;
  const kind = oneOf(BLOCK_KINDS, detail.kind);
  if (kind === undefined) return repeatShowing(db, account.id, other.id);
  await repeatBlock(db, { accountId: account.id, otherId: other.id, kind }, at);
  if (kind === 'block') await endFollows(db, account.id, other.id);
}

/** Does nothing about other kinds, and about what is not there. */
export async function repeatOffice(db: Db, entry: LedgerEntry): Promise<void> {
  const { kind, id, detail, at } = entry;
  switch (kind) {
    case 'uploadEscalated':
      return escalate(db, entry);
    case 'roleGiven':
      return giveRoleAgain(db, entry);
    case 'trustSet':
      return setTrustAgain(db, entry);
    case 'trustForfeited':
      return repeatForfeit(db, id);
    case 'erasurePlanned':
      return repeatErasure(db, id, typeof detail.eraseAt === 'number' ? detail.eraseAt : null);
    case 'personHidden':
      return hideAgain(db, entry);
    case 'consentWithdrawn':
      return noteWithdrawal(db, id, at);
    case 'autoApproveSet':
      return repeatAutoApprove(db, detail.on === true);
    case 'appealAnswered': {
      const outcome = oneOf(APPEAL_OUTCOMES, detail.outcome);
      if (outcome !== undefined)
        await repeatAppealAnswer(db, id, { outcome, answer: text(detail.answer) }, at);
    }
  }
}
