// A PostgreSQL database, opened as the server opens it, with extra connections for the test itself.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { openPostgres, type PostgresDatabase } from '../../../api/db/postgres/open.ts';
import { createTestDatabase } from './database.ts';

export interface OpenPostgresDatabase extends PostgresDatabase {
  url: string;
  pool: Pool;
}

export async function openOnPostgres(): Promise<OpenPostgresDatabase> {
  const directory = await mkdtemp(join(tmpdir(), 'aural-own-'));
  const { settings, remove } = await createTestDatabase(directory);
  const url = settings.DATABASE_URL ?? '';
  if (!url.startsWith('postgres:')) throw new Error('this test needs PostgreSQL: npm run test:pg');
  const opened = await openPostgres({ url, connections: 8, writeTimeoutMs: 10_000 });
  const pool = new Pool({ connectionString: url, max: 8 });
  // `remove` ends connections that are still closing.
  pool.on('connect', (client) => client.on('error', () => {}));
  return {
    ...opened,
    url,
    pool,
    close: async () => {
      await pool.end();
      await opened.close();
      await remove();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
