// `npm run admin:create -- USERNAME [PASSWORD]`: creates an admin, or gives an admin a new password.
// Without PASSWORD it uses ADMIN_PASSWORD, asks on the terminal, or reads stdin.
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { ensureAdmin } from './accounts/admin.ts';
import { processEnvironment, readEnv } from './env.ts';
import { openKeyedDatabase } from './open.ts';
import { keepPrivate } from './storage/privateFiles.ts';

/** One line from stdin; not echoed on a terminal. */
async function readPassword(): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write('Password: ');
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: process.stdin.isTTY });
  for await (const line of lines) {
    lines.close();
    if (process.stdin.isTTY) process.stderr.write('\n');
    return line;
  }
  return '';
}

async function main(): Promise<void> {
  const [username, given] = process.argv.slice(2);
  if (!username) throw new Error('usage: npm run admin:create -- USERNAME [PASSWORD]');
  const { ADMIN_PASSWORD: fromEnvironment, ADMIN_USERNAME: _own, ...rest } = processEnvironment();
  const password = given ?? fromEnvironment ?? (await readPassword());
  const env = readEnv(rest);
  keepPrivate(env);
  const { database, keys } = await openKeyedDatabase(env);
  try {
    const done = await ensureAdmin(database.db, { username, password }, Date.now(), keys.audit);
    console.log(`admin ${username}: ${done}`);
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
