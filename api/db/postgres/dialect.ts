// Kysely's dialect for PostgreSQL, with the PostgreSQL form of `either(…)` and serialisable transactions.
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type PrimitiveValueListNode,
  type QueryResult,
  type RawNode,
  type TransactionSettings,
} from 'kysely';
import type { Pool, PoolClient, QueryResult as Reply } from 'pg';
import { hasTwoForms } from '../dialect.ts';
import { isLostConnection } from '../faults.ts';

/** Receives the writes of this process. */
interface WriteListener {
  /** Rows have changed and are committed. `hints` name those that other people can see, as `kind id`. */
  committed(hints: readonly string[]): void;
  /** How many milliseconds a statement took. */
  spent(milliseconds: number): void;
}

const HINT = /^aural (\w+ .+)$/;
const WRITES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** Triggers report changed rows by NOTICE; the reports are passed on at the commit. */
class Connection implements DatabaseConnection {
  readonly #client: PoolClient;
  readonly #listener: WriteListener | null;
  #hints: string[] = [];
  #hasChanged = false;
  #isInTransaction = false;
  /** Set when the connection can no longer be used. */
  broken: Error | undefined;

  constructor(client: PoolClient, listener: WriteListener | null) {
    this.#client = client;
    this.#listener = listener;
    client.on('error', (error) => {
      this.broken = error;
    });
    if (!listener) return;
    client.on('notice', ({ message }) => {
      const hint = HINT.exec(message ?? '')?.[1];
      if (hint !== undefined) this.#hints.push(hint);
    });
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const began = performance.now();
    try {
      const { command, rowCount, rows } = await this.#ask(sql, parameters);
      const isWrite = WRITES.has(command);
      if (isWrite && (rowCount ?? 0) > 0) this.#hasChanged = true;
      if (!this.#isInTransaction) this.#announce();
      return isWrite ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows: rows ?? [] };
    } finally {
      this.#listener?.spent(performance.now() - began);
    }
  }

  // biome-ignore lint/correctness/useYield: Kysely requires the method; no code streams
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('nothing streams here');
  }

  async begin(): Promise<void> {
    this.#isInTransaction = true;
    await this.#ask('begin isolation level serializable');
  }

  async commit(): Promise<void> {
    const { command } = await this.#ask('commit');
    this.#isInTransaction = false;
    // PostgreSQL answers so, without an error, when a statement of the transaction has failed.
    if (command === 'ROLLBACK') throw new Error('the transaction had failed before its commit');
    this.#announce();
  }

  async rollback(): Promise<void> {
    this.#forget();
    this.#isInTransaction = false;
    if (!this.broken) await this.#ask('rollback');
  }

  release(): void {
    this.#forget();
    this.#client.release(this.broken);
  }

  /** After a lost connection nothing else is sent on it, not even a rollback. */
  async #ask(sql: string, parameters: readonly unknown[] = []): Promise<Reply> {
    try {
      return await this.#client.query(sql, [...parameters]);
    } catch (error) {
      if (isLostConnection(error)) this.broken ??= error as Error;
      throw error;
    }
  }

  #announce(): void {
    const hints = this.#hints;
    const hasChanged = this.#hasChanged;
    this.#forget();
    if (hasChanged) this.#listener?.committed(hints);
  }

  #forget(): void {
    this.#hints = [];
    this.#hasChanged = false;
  }
}

class Compiler extends PostgresQueryCompiler {
  protected override visitRaw(node: RawNode): void {
    super.visitRaw(hasTwoForms(node) ? node.postgres : node);
  }

  /** SQLite accepts an empty list. PostgreSQL does not, so it gets a query without rows. */
  protected override visitPrimitiveValueList(node: PrimitiveValueListNode): void {
    if (node.values.length === 0) this.append('(select null where false)');
    else super.visitPrimitiveValueList(node);
  }
}

class PoolDriver implements Driver {
  readonly #pool: Pool;
  readonly #listener: WriteListener | null;
  readonly #connections = new WeakMap<PoolClient, Connection>();

  constructor(pool: Pool, listener: WriteListener | null) {
    this.#pool = pool;
    this.#listener = listener;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Connection> {
    const client = await this.#pool.connect();
    const connection = this.#connections.get(client) ?? new Connection(client, this.#listener);
    this.#connections.set(client, connection);
    return connection;
  }

  async beginTransaction(connection: DatabaseConnection, _settings: TransactionSettings): Promise<void> {
    await ours(connection).begin();
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await ours(connection).commit();
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await ours(connection).rollback();
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    ours(connection).release();
  }

  async destroy(): Promise<void> {
    await this.#pool.end();
  }
}

function ours(connection: DatabaseConnection): Connection {
  if (connection instanceof Connection) return connection;
  throw new Error('a connection of another driver');
}

/** PostgreSQL over any driver. */
export class PooledDialect implements Dialect {
  readonly #driver: () => Driver;

  constructor(driver: () => Driver) {
    this.#driver = driver;
  }

  /** `listener` receives commits; null for connections that only read. */
  static of(pool: Pool, listener: WriteListener | null): PooledDialect {
    return new PooledDialect(() => new PoolDriver(pool, listener));
  }

  createDriver(): Driver {
    return this.#driver();
  }

  createQueryCompiler(): PostgresQueryCompiler {
    return new Compiler();
  }

  createAdapter(): PostgresAdapter {
    return new PostgresAdapter();
  }

  createIntrospector(db: Kysely<unknown>): PostgresIntrospector {
    return new PostgresIntrospector(db);
  }
}
