// What reads of both databases share: their interface, their limits and Kysely's driver.
import type { CompiledQuery, DatabaseConnection, Driver, Kysely, QueryResult } from 'kysely';
import { ApiError, rateLimited } from '../errors.ts';
import type { Schema } from './schema.ts';

export interface ReadPool {
  /** For the queries of one request of `caller`. `spent` receives the milliseconds that each took. Reads only. */
  as(caller: string, spent?: (milliseconds: number) => void): Kysely<Schema>;
  /** Starts all threads now. Without it they start when needed. */
  start(): Promise<void>;
  /** Number of queries that wait for a thread. */
  readonly waiting: number;
  close(): Promise<void>;
}

export interface Reads {
  /** Reads a few rows by their key, on this thread. */
  lookups: Kysely<Schema>;
  /** Every other read. */
  readers: ReadPool;
  /**
   * A value that changes with every commit that changed a row. SQLite is asked once per turn of the event loop, which notices
   * commits of other processes, and after `changed`.
   */
  version(): string;
  /** Call after a commit of this process. */
  changed(): void;
  close(): Promise<void>;
}

/** The slowest permitted query takes a tenth of a second over 50,000 tracks. */
export const DEADLINE_MS = 3000;

/** The error for a query that exceeded its deadline. */
export const tooSlow = () =>
  new ApiError('busy', 'This takes the server too long', { headers: { 'Retry-After': '10' } });
/** The error for a full queue: of the caller, or of all callers. */
export const full = (ofCaller: boolean) =>
  ofCaller
    ? rateLimited(2, 'Too many requests at once')
    : new ApiError('busy', 'The server is busy', { headers: { 'Retry-After': '2' } });

/** Sends each query to `ask`; refuses transactions and streams. */
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
