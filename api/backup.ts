// `npm run backup -- DIRECTORY` and `npm run restore -- DIRECTORY`.
import { parseArgs } from 'node:util';
import { readEnv } from './env.ts';
import { backup, restore } from './jobs/backup.ts';
import { keepPrivate } from './storage/privateFiles.ts';

try {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [what, directory] = positionals;
  if ((what !== 'backup' && what !== 'restore') || !directory) {
    throw new Error(
      'usage: npm run backup -- DIRECTORY | npm run restore -- DIRECTORY (with the server stopped)',
    );
  }
  const env = readEnv(process.env);
  keepPrivate(env);
  const report = await (what === 'backup' ? backup : restore)(env, directory);
  console.log(`${what}: database and ${report.blobs} recordings`);
  for (const name of report.missing) console.error(`missing: ${name}`);
  if (report.missing.length > 0) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
