// One connection to PostgreSQL as Kysely uses it. Triggers report changed rows by NOTICE; the reports are passed on at the
// commit.
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type { PoolClient, QueryResult as Reply } from 'pg';
import { isLostConnection } from './faults.ts';

/** Is told of the writes of this process. */
export interface WriteListener {
  /** Rows have changed and are committed. `hints` name those that other people can see, as `kind id`. */
  committed(hints: readonly string[]): void;
  /** How many milliseconds a statement took. */
  spent(milliseconds: number): void;
}

const HINT = /^aural (\w+ .+)$/;
const WRITES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

export class Connection implements DatabaseConnection {
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
      if (!this.#isInTransaction) this.#tell();
      return isWrite ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows: rows ?? [] };
    } finally {
      this.#listener?.spent(performance.now() - began);
    }
  }

  // biome-ignore lint/correctness/useYield: Kysely asks for the method, nobody streams
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
    this.#tell();
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

  #tell(): void {
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
