// `npm run role -- USERNAME user|moderator|admin`: changes the role of an account and prints whose it is.
import { setRole } from './accounts/role.ts';
import { ASSIGNABLE_ROLES } from './contract/roles.ts';
import { processEnvironment, readEnv } from './env.ts';
import { openKeyedDatabase } from './open.ts';
import { keepPrivate } from './storage/privateFiles.ts';

async function main(): Promise<void> {
  const [username, wanted] = process.argv.slice(2);
  const role = ASSIGNABLE_ROLES.find((each) => each === wanted);
  if (!username || !role) throw new Error(`usage: npm run role -- USERNAME ${ASSIGNABLE_ROLES.join('|')}`);
  const { ADMIN_USERNAME: _name, ADMIN_PASSWORD: _password, ...rest } = processEnvironment();
  const env = readEnv(rest);
  keepPrivate(env);
  const { database, keys } = await openKeyedDatabase(env);
  try {
    const before = await setRole(database.db, username, role, Date.now(), keys.audit);
    const created = new Date(before.created_at).toISOString();
    console.log(`${before.username}: created ${created}, uploads: ${before.total_uploads}`);
    console.log(`${before.role} -> ${role}; all sessions and the recovery code are revoked`);
  } finally {
    await (env.postgres ? database.close() : database.db.destroy());
  }
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
