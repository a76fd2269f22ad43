// `npm run db:migrate -- FROM TO`: moves all rows from SQLite to PostgreSQL or back. Addresses as in DATABASE_URL.
import { dirname } from 'node:path';
import { nameOf, readDatabaseUrl } from './databaseUrl.ts';
import { openFileSource, openFileTarget } from './db/move.ts';
import { type DatabaseMove, moveDatabase } from './jobs/moveDatabase.ts';

const USAGE =
  'usage: npm run db:migrate -- FROM TO, where one is file:path/aural.db and the other postgres://…';
const TELL_MS = 1000;

/** Prints a line for each new step, and at most one per second. */
function progress(): DatabaseMove['tell'] {
  let [shown, shownAt] = ['', 0];
  return (step, done) => {
    if (step === shown && Date.now() - shownAt < TELL_MS) return;
    [shown, shownAt] = [step, Date.now()];
    console.log(`${step}: ${done}`);
  };
}

async function main(): Promise<void> {
  const [fromUrl, toUrl, ...more] = process.argv.slice(2);
  if (!fromUrl || !toUrl || more.length > 0) throw new Error(USAGE);
  const places = { from: readDatabaseUrl(fromUrl), to: readDatabaseUrl(toUrl) };
  if (places.from.kind === places.to.kind) throw new Error(USAGE);
  process.umask(0o077);
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());
  const postgres = await import('./db/postgres/moveEnds.ts');
  const { from: source, to: target } = places;
  const from = await (source.kind === 'sqlite'
    ? openFileSource(source.file)
    : postgres.openPostgresSource(source.url, nameOf(source)));
  try {
    const to = await (target.kind === 'sqlite'
      ? openFileTarget(target.file)
      : postgres.openPostgresTarget(target.url, nameOf(target)));
    try {
      const reports = await moveDatabase({ from, to, signal: ending.signal, tell: progress() });
      for (const { table, rows, sha256 } of reports)
        console.log(`${table}: ${rows} rows, sha256 ${sha256.slice(0, 16)}…`);
      console.log(`${from.name} -> ${to.name}: ${reports.length} tables are equal.`);
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
  const folder = places.from.kind === 'sqlite' ? dirname(places.from.file) : 'DATA_DIRECTORY';
  console.log(`Copy server.key of ${folder} too: the audit log can only be verified with it.`);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
