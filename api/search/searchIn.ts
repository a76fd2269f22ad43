import type { Db } from '../db/client.ts';
import { isPostgres } from '../db/dialect.ts';
import type { Search } from './port.ts';
import { postgresSearch } from './postgresQueries.ts';
import { sqliteSearch } from './sqliteQueries.ts';

/** The search of this database. */
export const searchIn = (db: Db): Search => (isPostgres(db) ? postgresSearch : sqliteSearch);
