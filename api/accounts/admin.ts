// Creates admins by the shell command or from the environment at start, never over HTTP, and never from an existing user
// account, whose secrets its creator knows.
import type { Kysely } from 'kysely';
import { appendAudit } from '../db/auditLog.ts';
import type { Db } from '../db/client.ts';
import { instant } from '../db/instant.ts';
import type { Schema } from '../db/schema.ts';
import { readSetting, writeSetting } from '../db/settings.ts';
import { endSessionsOf } from '../sessions/queries.ts';
import { hashPassword } from './passwords.ts';
import { findAccount, findAccountByName, isHeldName } from './queries.ts';
import { passwordProblem, usernameKey, usernameProblem } from './rules.ts';
import { insertAccount, setCredentials } from './store.ts';

export interface AdminCredentials {
  username: string;
  password: string;
}

function refuse({ username, password }: AdminCredentials): void {
  const problem = (usernameProblem(username) ?? passwordProblem(password))?.text;
  if (problem) throw new Error(problem);
}

/** Throws if the name belongs to a user. */
async function makeAdmin(
  db: Db,
  username: string,
  passwordHash: string,
  now: number,
  auditKey: Buffer,
): Promise<'created' | 'renewed'> {
  const known = await findAccountByName(db, username);
  if (known && known.role !== 'admin' && known.role !== 'moderator') {
    const since = new Date(known.created_at).toISOString().slice(0, 10);
    throw new Error(
      `The name ${username} belongs to an account that exists since ${since} and has no role. ` +
        `Nothing was changed. Take another name, or, if you know this person, see "npm run role".`,
    );
  }
  if (await isHeldName(db, username, known?.id ?? null, now)) {
    throw new Error(`The name ${username} is reserved for the account that had it. Take another name.`);
  }
  const id = known?.id ?? (await insertAccount(db, { username, role: 'admin', passwordHash }, now));
  if (known) {
    await setCredentials(db, id, { role: 'admin', password_hash: passwordHash, recovery_hash: null });
    await endSessionsOf(db, id);
  }
  await appendAudit(
    db,
    {
      actorId: 'shell',
      action: 'ensureAdmin',
      targetType: 'account',
      targetId: id,
      detail: { from: known?.role ?? null, to: 'admin' },
      before: known,
      after: await findAccount(db, id),
    },
    now,
    auditKey,
  );
  return known ? 'renewed' : 'created';
}

/**
 * Creates an admin. For an existing admin or moderator it sets the password and ends sessions and recovery code. Throws an
 * Error without changes if the name belongs to a user, or name or password are invalid.
 */
export async function ensureAdmin(
  db: Kysely<Schema>,
  credentials: AdminCredentials,
  now: number,
  auditKey: Buffer,
): Promise<'created' | 'renewed'> {
  refuse(credentials);
  const passwordHash = await hashPassword(credentials.password);
  return db.transaction().execute((tx) => makeAdmin(tx, credentials.username, passwordHash, now, auditKey));
}

/**
 * The same from the environment, once per name: a restart neither resets a changed password nor restores a deleted account,
 * and leaves an existing admin unchanged. Throws like `ensureAdmin`.
 */
export async function ensureAdminFromEnvironment(
  db: Kysely<Schema>,
  credentials: AdminCredentials,
  now: number,
  auditKey: Buffer,
): Promise<'created' | 'renewed' | 'left as it is'> {
  const { username, password } = credentials;
  const key = `admin_from_environment ${usernameKey(username)}`;
  if ((await readSetting(db, key)) !== null) return 'left as it is';
  const isAdmin = (await findAccountByName(db, username))?.role === 'admin';
  if (!isAdmin) refuse(credentials);
  const passwordHash = isAdmin ? null : await hashPassword(password);
  return db.transaction().execute(async (tx) => {
    const made =
      passwordHash === null
        ? ('left as it is' as const)
        : await makeAdmin(tx, username, passwordHash, now, auditKey);
    await writeSetting(tx, key, instant(now));
    return made;
  });
}
