// `npm run admin:create`: creates an admin, or gives an admin a new password.
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { ensureAdmin } from './accounts/admin.ts';
import { processEnvironment, readEnv } from './env.ts';
import { readCommandLine } from './launch/commandLine.mjs';
import { openKeyedDatabase } from './open.ts';
import { keepPrivate } from './storage/privateFiles.ts';

const USAGE = `Usage: npm run admin:create -- NAME [PASSWORD]
       node dist/api/admin.js NAME [PASSWORD]      (in a container)

Creates an admin, or gives an admin a new password. The database must exist: start the server once before.
Without PASSWORD it uses ADMIN_PASSWORD, asks on the terminal, or reads standard input.

  -h, --help   show this text`;

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

async function main([username = '', given]: string[]): Promise<void> {
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
  await main(readCommandLine({ usage: USAGE, least: 1, most: 2 }).given);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
