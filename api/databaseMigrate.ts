// `npm run db:migrate -- FROM TO`: addresses as of DATABASE_URL, from SQLite to PostgreSQL or back.
import { dirname } from 'node:path';
import { readDatabaseUrl } from './databaseUrl.ts';
import { openMoveSource } from './db/moving/source.ts';
import { openMoveTarget } from './db/moving/target.ts';
import { type DatabaseMove, moveDatabase } from './jobs/moveDatabase.ts';

const USAGE =
  'usage: npm run db:migrate -- FROM TO, where one is file:path/aural.db and the other postgres://…';
const TELL_MS = 1000;

/** A line a second, and one at the end of a step. */
function progress(): DatabaseMove['tell'] {
  let told = 0;
  return (step, done, of) => {
    const now = Date.now();
    if (now - told < TELL_MS && done !== of) return;
    told = now;
    console.log(of === null ? `${step}: ${done}` : `${step}: ${done} of ${of}`);
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
  const from = await openMoveSource(places.from);
  try {
    const to = await openMoveTarget(places.to);
    try {
      if (to.isBegun) console.log(`${to.name}: going on where a move stopped`);
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
  console.log(`Take server.key of ${folder} along: the audit log is under it.`);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
