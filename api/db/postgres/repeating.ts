// Repeats transactions that PostgreSQL aborts because of a conflict. Transactions on the same rows could keep aborting each other,
// so from the third try on they wait for a lock and run one at a time.
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, type KyselyConfig, sql, type TransactionBuilder } from 'kysely';
import { ApiError } from '../../errors.ts';
import { isConflict, isDuplicate, isLostConnection } from '../faults.ts';
import type { Schema } from '../schema.ts';

const TRIES = 12;
/** From this try on a transaction waits for the lock. */
const QUEUED_FROM = 3;
/** Longest pause before the next try; each pause is a random part of it. */
const PAUSE_MS = 10;
/** Key of the advisory lock; nothing else here uses this number. */
const QUEUE_LOCK = 7_142_001;

const busy = (cause: unknown) =>
  new ApiError('busy', 'The server is busy', { headers: { 'Retry-After': '1' }, cause });

/**
 * A Kysely that repeats transactions: the function given to `transaction().execute` may run several times and must have no
 * effect but its writes. Throws `busy` after the last try and when the connection is lost.
 */
export class RepeatingKysely extends Kysely<Schema> {
  readonly #turns: Kysely<Schema>;
  #last: Promise<unknown> = Promise.resolve();

  /** `turns` has its own connections, so that a transaction waiting for the lock never takes the one its holder needs. */
  constructor(config: KyselyConfig, turns: Kysely<Schema>) {
    super(config);
    this.#turns = turns;
  }

  override transaction(): TransactionBuilder<Schema> {
    const builder = super.transaction();
    const once = builder.execute.bind(builder);
    builder.execute = (work) => this.#repeat(() => once(work));
    return builder;
  }

  async #repeat<T>(once: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await (tries < QUEUED_FROM ? once() : this.#inTurn(once));
      } catch (error) {
        if (isLostConnection(error)) throw busy(error);
        // When two transactions add the same row, the slower one gets a duplicate. On its second try it finds the row.
        if (!isConflict(error) && !(isDuplicate(error) && tries === 1)) throw error;
        if (tries >= TRIES) throw busy(error);
        await pause(randomInt(PAUSE_MS));
      }
    }
  }

  /** Waits for transactions of this process, then for those of others. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(() => this.#locked(work));
    this.#last = turn.catch(() => {});
    return turn;
  }

  /** Takes a session lock before the transaction begins: inside it, the snapshot would be older than the lock. */
  #locked<T>(work: () => Promise<T>): Promise<T> {
    return this.#turns.connection().execute(async (holder) => {
      await sql`select pg_advisory_lock(${QUEUE_LOCK}::bigint)`.execute(holder);
      try {
        return await work();
      } finally {
        await sql`select pg_advisory_unlock(${QUEUE_LOCK}::bigint)`.execute(holder);
      }
    });
  }
}
