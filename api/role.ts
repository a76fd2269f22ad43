// `npm run role`: changes the role of an account and prints its owner.
import { setRole } from './accounts/role.ts';
import { ASSIGNABLE_ROLES } from './contract/roles.ts';
import { processEnvironment, readEnv } from './env.ts';
import { readCommandLine, refuseUsage } from './launch/commandLine.mjs';
import { openKeyedDatabase } from './open.ts';
import { keepPrivate } from './storage/privateFiles.ts';

const USAGE = `Usage: npm run role -- NAME ${ASSIGNABLE_ROLES.join('|')}

Changes the role of an account, signs it out everywhere and prints its owner.

  -h, --help   show this text`;

async function main([username = '', wanted]: string[]): Promise<void> {
  const role = ASSIGNABLE_ROLES.find((each) => each === wanted);
  if (!role) return refuseUsage(`There is no role '${wanted}'.`, USAGE);
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
  await main(readCommandLine({ usage: USAGE, least: 2 }).given);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
