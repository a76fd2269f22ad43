// What reads of both databases share: their interface, their limits and Kysely's driver.
import type { CompiledQuery, DatabaseConnection, Driver, Kysely, QueryResult } from 'kysely';
import { ApiError, rateLimited } from '../errors.ts';
import type { Schema } from './schema.ts';

export interface ReadPool {
  /** Queries of one request, in the name of `caller`; `spent` hears the milliseconds each took of a thread. Reads only. */
  as(caller: string, spent?: (milliseconds: number) => void): Kysely<Schema>;
  /** Starts every thread, so that the first query waits for none. Without it they start when they are needed. */
  start(): Promise<void>;
  /** Queries that wait for a thread. */
  readonly waiting: number;
  close(): Promise<void>;
}

export interface Reads {
  /** Looks at a few rows by their key, on this thread. */
  lookups: Kysely<Schema>;
  /** Every other read. */
  readers: ReadPool;
  /**
   * Differs whenever a commit has changed a row since. SQLite is asked once in a turn of the event loop, which is when
   * other processes' commits are noticed, and after `changed`.
   */
  version(): string;
  /** This process has committed. */
  changed(): void;
  close(): Promise<void>;
}

/** The slowest permitted query takes a tenth of a second over 50,000 tracks. */
export const DEADLINE_MS = 3000;

/** A query has run into its deadline. */
export const tooSlow = () =>
  new ApiError('busy', 'This takes the server too long', { headers: { 'Retry-After': '10' } });
/** Too much waits: of the caller, or in all. */
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
