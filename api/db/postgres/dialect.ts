// Kysely's dialect for PostgreSQL, with the PostgreSQL form of `either(…)` and serialisable transactions.
import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type PrimitiveValueListNode,
  type RawNode,
  type TransactionSettings,
} from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { hasTwoForms } from '../dialect.ts';
import { Connection, type WriteListener } from './connection.ts';

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

  /** `listener` is told of commits; null for connections that only read. */
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
