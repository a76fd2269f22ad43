// Kysely over a function that answers queries: reads alone, no transactions, no connections to care for.
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';

export function readingDriver(ask: <Row>(query: CompiledQuery) => Promise<QueryResult<Row>>): Driver {
  const refuse = async () => {
    throw new Error('a reader has no transactions');
  };
  const connection: DatabaseConnection = {
    executeQuery: ask,
    streamQuery: () => {
      throw new Error('a reader does not stream');
    },
  };
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    releaseConnection: async () => {},
    destroy: async () => {},
  };
}
