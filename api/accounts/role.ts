// Assigns roles, for the shell command and for admins.
import type { Kysely } from 'kysely';
import type { AssignableRole } from '../contract/roles.ts';
import { appendAudit } from '../db/auditLog.ts';
import type { Db } from '../db/client.ts';
import { noteDecision } from '../db/ledger.ts';
import type { Schema } from '../db/schema.ts';
import { endSessionsOf } from '../sessions/queries.ts';
import { type AccountRow, findAccount, findAccountByName } from './queries.ts';
import { setCredentials } from './store.ts';

/** Call inside the transaction of the action. Notes it in the ledger for restores. */
export async function giveRole(db: Db, id: string, role: AssignableRole, now: number): Promise<void> {
  await repeatRole(db, id, role);
  await noteDecision(db, 'roleGiven', id, { role }, now);
}

/** For replaying the ledger: writes no ledger entry. */
export async function repeatRole(db: Db, id: string, role: AssignableRole): Promise<void> {
  await setCredentials(db, id, { role, recovery_hash: null });
  await endSessionsOf(db, id);
}

/**
 * Sets the role and ends sessions and recovery code, so that older sessions do not get the new rights. Returns the previous
 * account. Throws an Error for a missing account or one that cannot sign in.
 */
export function setRole(
  db: Kysely<Schema>,
  username: string,
  role: AssignableRole,
  now: number,
  auditKey: Buffer,
): Promise<AccountRow> {
  return db.transaction().execute(async (tx) => {
    const before = await findAccountByName(tx, username);
    if (!before) throw new Error(`There is no account ${username}, or it has been erased.`);
    if (before.password_hash === null) {
      throw new Error(`${username} is a guest without a password. Register it first.`);
    }
    await giveRole(tx, before.id, role, now);
    await appendAudit(
      tx,
      {
        actorId: 'shell',
        action: 'setRole',
        targetType: 'account',
        targetId: before.id,
        detail: { from: before.role, to: role },
        before,
        after: await findAccount(tx, before.id),
      },
      now,
      auditKey,
    );
    return before;
  });
}
