// Making admins: by the shell command, or from the environment at start. Never over the wire.
import type { Kysely } from 'kysely';
import { appendAudit } from '../db/auditLog.ts';
import type { Schema } from '../db/schema.ts';
import { hashPassword } from './passwords.ts';
import { findAccount, findAccountByName, insertAccount } from './queries.ts';
import { passwordProblem, usernameProblem } from './rules.ts';

/**
 * Creates an admin or upgrades an account of that name, setting its password and ending its sessions.
 * Throws an Error with a sentence when name or password cannot be used.
 */
export async function ensureAdmin(
  db: Kysely<Schema>,
  credentials: { username: string; password: string },
  now: number,
  auditKey: Buffer,
): Promise<'created' | 'upgraded'> {
  const { username, password } = credentials;
  const problem = usernameProblem(username) ?? passwordProblem(password);
  if (problem) throw new Error(problem);
  const passwordHash = await hashPassword(password);
  return db.transaction().execute(async (tx) => {
    const known = await findAccountByName(tx, username);
    const id = known?.id ?? (await insertAccount(tx, { username, role: 'admin', passwordHash }, now));
    if (known) {
      await tx
        .updateTable('accounts')
        .set({ role: 'admin', password_hash: passwordHash })
        .where('id', '=', id)
        .execute();
      await tx.deleteFrom('sessions').where('account_id', '=', id).execute();
    }
    await appendAudit(
      tx,
      {
        actorId: 'shell',
        action: 'ensureAdmin',
        targetType: 'account',
        targetId: id,
        detail: { from: known?.role ?? null, to: 'admin' },
        before: known,
        after: await findAccount(tx, id),
      },
      now,
      auditKey,
    );
    return known ? 'upgraded' : 'created';
  });
}
