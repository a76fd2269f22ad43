// `npm run db:migrate`: copies all rows from SQLite to PostgreSQL or back.
import { dirname } from 'node:path';
import { nameOf, readDatabaseUrl } from './databaseUrl.ts';
import { type MoveSource, openFileSource, openFileTarget } from './db/move.ts';
import { type DatabaseMove, moveDatabase } from './jobs/moveDatabase.ts';
import { readCommandLine, refuseUsage } from './launch/commandLine.mjs';

const USAGE = `Usage: npm run db:migrate -- FROM TO

Copies every row from SQLite to an empty PostgreSQL or back, and compares both. One address is file:PATH/aural.db, the
other postgres://…, as in DATABASE_URL. Stop the servers first. If interrupted, run it again.

  -h, --help   show this text`;
const REPORT_MS = 1000;

/** Prints a line for each new step, and at most one per second. */
function progress(): DatabaseMove['report'] {
  let [shown, shownAt] = ['', 0];
  return (step, done) => {
    if (step === shown && Date.now() - shownAt < REPORT_MS) return;
    [shown, shownAt] = [step, Date.now()];
    console.log(`${step}: ${done}`);
  };
}

async function main([fromUrl = '', toUrl = '']: string[]): Promise<void> {
  const [source, target] = [readDatabaseUrl(fromUrl), readDatabaseUrl(toUrl)];
  if (source.kind === target.kind)
    return refuseUsage('One address must be SQLite, the other PostgreSQL.', USAGE);
  process.umask(0o077);
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());
  const postgres = await import('./db/postgres/moveEnds.ts');
  const ends: MoveSource[] = [];
  try {
    const from = await (source.kind === 'sqlite'
      ? openFileSource(source.file)
      : postgres.openPostgresSource(source.url, nameOf(source)));
    ends.push(from);
    const to = await (target.kind === 'sqlite'
      ? openFileTarget(target.file)
      : postgres.openPostgresTarget(target.url, nameOf(target)));
    ends.push(to);
    const digests = await moveDatabase({ from, to, signal: ending.signal, report: progress() });
    for (const { table, rows, sha256 } of digests)
      console.log(`${table}: ${rows} rows, sha256 ${sha256.slice(0, 16)}…`);
    console.log(`${from.name} -> ${to.name}: ${digests.length} tables are equal.`);
  } finally {
    for (const end of ends) await end.close();
  }
  const folder = source.kind === 'sqlite' ? dirname(source.file) : 'DATA_DIRECTORY';
  console.log(`Copy server.key of ${folder} too: the audit log can only be verified with it.`);
}

try {
  await main(readCommandLine({ usage: USAGE, least: 2 }).given);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
