// Keeps access rights through a restore: ended sessions, changed passwords and removed roles stay as in the replaced database,
// whose rows may be of an older or a newer version. Call inside a transaction.
import { sql } from 'kysely';
import type { Db } from '../db/client.ts';
import { fittingRows, type Salvage, type SalvagedRow } from '../db/salvage.ts';
import { renameInSearchRows } from '../search/indexStore.ts';

/** Copied together with the names: people sign in with both. */
const CREDENTIALS = ['role', 'password_hash', 'recovery_hash', 'email', 'adult_confirmed_at'];
const NAMES = ['username', 'username_key'];

const insert = (db: Db, table: string, row: SalvagedRow) =>
  sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((column) => sql.ref(column)))})
    values (${sql.join(Object.values(row))}) on conflict do nothing`.execute(db);

async function setColumns(db: Db, row: SalvagedRow, columns: readonly string[]): Promise<void> {
  const given = columns.filter((column) => column in row);
  if (given.length === 0) return;
  const pairs = given.map((column) => sql`${sql.ref(column)} = ${row[column]}`);
  await sql`update accounts set ${sql.join(pairs)} where id = ${row.id}`.execute(db);
}

async function keepCredentials(db: Db, salvaged: readonly SalvagedRow[]): Promise<void> {
  const known = new Map(
    (await db.selectFrom('accounts').select(['id', 'username_key']).execute()).map((row) => [row.id, row]),
  );
  const both = (await fittingRows(db, 'accounts', salvaged)).filter((row) => known.has(String(row.id)));
  for (const row of both) await setColumns(db, row, CREDENTIALS);
  // Accounts may have swapped names: release all of them before assigning one.
  const renamed = both.filter((row) => known.get(String(row.id))?.username_key !== row.username_key);
  const givenUp = new Set(renamed.map((row) => known.get(String(row.id))?.username_key));
  const taken = new Set(
    [...known.values()].map((row) => row.username_key).filter((key) => !givenUp.has(key)),
  );
  const free = renamed.filter((row) => !taken.has(String(row.username_key)));
  for (const { id } of free) {
    await sql`update accounts set username_key = id where id = ${id}`.execute(db);
  }
  for (const row of free) {
    await setColumns(db, row, NAMES);
    await renameInSearchRows(db, String(row.id), String(row.username));
  }
}

/** No client receives the events of the sessions deleted here: the server is stopped. */
async function keepSessions(db: Db, salvaged: readonly SalvagedRow[]): Promise<void> {
  const accounts = new Set((await db.selectFrom('accounts').select('id').execute()).map(({ id }) => id));
  await db.deleteFrom('sessions').execute();
  for (const row of await fittingRows(db, 'sessions', salvaged)) {
    if (accounts.has(String(row.account_id))) await insert(db, 'sessions', row);
  }
}

/** Tables that could not be read completely stay as in the backup. */
export async function keepAccess(db: Db, { accounts, sessions, spentTickets }: Salvage): Promise<void> {
  if (accounts) await keepCredentials(db, accounts);
  if (sessions) await keepSessions(db, sessions);
  for (const row of await fittingRows(db, 'spent_tickets', spentTickets ?? [])) {
    await insert(db, 'spent_tickets', row);
  }
}
