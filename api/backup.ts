// `npm run backup -- DIRECTORY` and `npm run restore -- DIRECTORY`.
import { parseArgs } from 'node:util';
import { readEnv } from './env.ts';
import { type BackupReport, backup } from './jobs/backup.ts';
import { restore } from './jobs/restore.ts';
import { keepPrivate } from './storage/privateFiles.ts';

function report(what: string, { blobs, missing }: BackupReport): void {
  console.log(`${what}: database and ${blobs} recordings`);
  for (const name of missing) console.error(`missing: ${name}`);
  if (missing.length > 0) process.exitCode = 1;
}

try {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [what, directory] = positionals;
  if ((what !== 'backup' && what !== 'restore') || !directory) {
    throw new Error(
      'usage: npm run backup -- DIRECTORY | npm run restore -- DIRECTORY (with the server stopped)',
    );
  }
  const env = readEnv(process.env);
  if (env.postgres) {
    throw new Error(`${what} is for the embedded database; PostgreSQL has its own (see ARCHITECTURE.md)`);
  }
  keepPrivate(env);
  if (what === 'backup') report(what, await backup(env, directory));
  else {
    const done = await restore(env, directory);
    report(what, done);
    if (done.brokenAudit !== null) {
      console.error(`the audit log does not fit the server's key from entry ${done.brokenAudit} on`);
    }
    if (!done.accessKept) console.error('sessions and passwords are those of the backup');
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
