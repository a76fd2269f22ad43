// Modules that fill a database, as one graph: loaded one by one, each would have its own Kysely, and none would know
// the other's database.
export { insertAccount } from '../../api/accounts/store.ts';
export { openDatabase } from '../../api/db/client.ts';
export { openPostgres } from '../../api/db/postgres/open.ts';
export { startSession } from '../../api/sessions/queries.ts';
export { insertTrack } from '../../api/tracks/store.ts';
