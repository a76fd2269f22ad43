// `npm run backup` and `npm run restore`.
import { join } from 'node:path';
import { processEnvironment, readEnv } from './env.ts';
import { type BackupReport, backup } from './jobs/backup.ts';
import { restore } from './jobs/restore.ts';
import { readCommandLine, refuseUsage } from './launch/commandLine.mjs';
import { keepPrivate } from './storage/privateFiles.ts';
import { KEY_FILE } from './storage/serverKey.ts';

const USAGE = `Usage: npm run backup -- DIRECTORY [--without-key]
       npm run restore -- DIRECTORY

backup copies the database, the audio and server.key into a new or empty folder. The server may run meanwhile.
restore replaces the installation by a backup. Stop the server first. Later erasures and decisions stay in force.
Both work with SQLite. In a container: node dist/api/backup.js backup DIRECTORY, or restore DIRECTORY.

      --without-key   leave server.key out, to store it in another place
  -h, --help          show this text`;

const REMEDY_OF_MISSING = {
  backup: 'Keep your older backups: they may have them.',
  restore: 'Restore again from a backup that has them.',
};

function report(what: 'backup' | 'restore', { blobs, missing, hasKey }: BackupReport, keyFile: string): void {
  if (what === 'backup' && !hasKey)
    console.log(
      `This backup has no server.key. Store ${keyFile} with it: a restore on another machine needs both.`,
    );
  console.log(`${what}: database, ${hasKey ? 'server.key ' : ''}and ${blobs} recordings`);
  for (const name of missing) console.error(`missing or incomplete: ${name}`);
  if (missing.length === 0) return;
  console.error(`${missing.length} audio files are missing or incomplete. ${REMEDY_OF_MISSING[what]}`);
  process.exitCode = 1;
}

try {
  const { values, given } = readCommandLine({
    usage: USAGE,
    options: { 'without-key': { type: 'boolean', default: false } },
    least: 2,
  });
  const [what = '', directory = ''] = given;
  if (what !== 'backup' && what !== 'restore') refuseUsage(`There is no command '${what}'.`, USAGE);
  const env = readEnv(processEnvironment());
  if (env.postgres) {
    throw new Error(`${what} only works with SQLite. Use PostgreSQL's own tools (see docs/operating.md).`);
  }
  keepPrivate(env);
  const keyFile = join(env.dataDirectory, KEY_FILE);
  if (what === 'backup')
    report(what, await backup(env, directory, { withKey: !values['without-key'] }), keyFile);
  else {
    const done = await restore(env, directory);
    report(what, done, keyFile);
    if (done.brokenAudit !== null) {
      console.error(
        `The audit log cannot be verified with this server.key from entry ${done.brokenAudit} on.`,
      );
    }
    if (!done.preservesAccess)
      console.error(
        'Sessions and passwords are those of the backup: those of the replaced database could not be read.',
      );
    if (!done.preservesEvidence)
      console.error(
        'Sealed evidence is that of the backup: that of the replaced database could not be read completely. Cases sealed since ' +
          'the backup may be lost. Their audio stays in the store, and the server moves it to quarantine for 7 days.',
      );
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
