// Where a data set is stored between runs: a folder with a SQLite file or its own PostgreSQL, and its notes.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { postgres } from '../../tests/support/database/postgresCluster.mjs';
import { serverModule } from '../api/dataSet.mjs';
import { openPostgresStore } from './postgresStore.mjs';
import { openSqliteStore } from './sqliteStore.mjs';

/** As the sizing document names them for a machine of 16 GB. */
const SETTINGS = {
  ...{ shared_buffers: '4GB', effective_cache_size: '10GB', work_mem: '32MB', random_page_cost: '1.1' },
  ...{ max_wal_size: '8GB', checkpoint_timeout: '15min', jit: 'off' },
};
/** As the same page says: more that read at once only take the processor from each other. */
const CONNECTIONS_OF_A_CORE = 2;
const MODERATORS = 20;
const LISTENERS = 200;
const AUDIT_AT_ONCE = 5000;

export const KINDS = {
  SQLite: {
    start: async () => ({ settings: () => ({}), stop: async () => {} }),
    openStore: (folder) => openSqliteStore(folder),
    openDatabase: async (folder) => {
      const { openDatabase } = await serverModule('db/client.ts');
      return openDatabase(join(folder, 'aural.db'));
    },
  },
  PostgreSQL: {
    async start(folder) {
      const cluster = await postgres(SETTINGS, { directory: folder });
      const settings = () => ({
        ...{ DATABASE_URL: cluster.url, DATA_DIRECTORY: folder },
        DATABASE_CONNECTIONS: String(CONNECTIONS_OF_A_CORE * availableParallelism()),
      });
      return { url: cluster.url, settings, stop: () => cluster.stop() };
    },
    openStore: (_folder, { url }) => openPostgresStore(url),
    openDatabase: async (_folder, { url }) => {
      const { openPostgres } = await serverModule('db/postgres/open.ts');
      return openPostgres({ url, connections: 2, writeTimeoutMs: 0 });
    },
  },
};

/**
 * Who asks: twenty who moderate, two hundred who listen; and the log of what the first decided. Made once.
 * @returns {Promise<{ admins: string[], people: string[] }>} tokens
 */
export async function staff(kind, folder, running, dataSet) {
  const file = join(folder, 'tokens.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const { insertAccount } = await serverModule('accounts/store.ts');
  const { startSession } = await serverModule('sessions/queries.ts');
  const { appendAudit } = await serverModule('db/auditLog.ts');
  const { openServerKeys } = await serverModule('storage/serverKey.ts');
  mkdirSync(folder, { recursive: true });
  const keys = openServerKeys(folder);
  const { db, close } = await kind.openDatabase(folder, running);
  const now = Date.now();
  const admins = [];
  const people = [];
  let actorId = '';
  await db.transaction().execute(async (tx) => {
    for (let at = 0; at < MODERATORS; at++) {
      const account = { username: `staff_${at}_${now}`, role: 'admin', passwordHash: 'none' };
      actorId = await insertAccount(tx, account, now);
      admins.push(await startSession(tx, actorId, now));
    }
    for (let at = 0; at < LISTENERS; at++)
      people.push(await startSession(tx, dataSet.accountIds[at * 7], now));
  });
  for (let first = 0; first < dataSet.sizes.audit; first += AUDIT_AT_ONCE) {
    await db.transaction().execute(async (tx) => {
      for (let at = first; at < Math.min(dataSet.sizes.audit, first + AUDIT_AT_ONCE); at++) {
        const entry = {
          ...{ actorId, action: at % 2 ? 'rejectUpload' : 'approveUpload', targetType: 'upload' },
          targetId: dataSet.trackIds[at],
          detail: { reason: dataSet.titleOf(at) },
          ...{ before: null, after: null },
        };
        await appendAudit(tx, entry, now - (dataSet.sizes.audit - at) * 60_000, keys.audit);
      }
    });
  }
  await close();
  writeFileSync(file, JSON.stringify({ admins, people }));
  return { admins, people };
}
