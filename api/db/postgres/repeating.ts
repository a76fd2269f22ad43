// Transactions that PostgreSQL could not put into an order with others are run again. Two that want the same rows would
// fail each other for long: from the third try on they queue behind one lock and run one after another.
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, type KyselyConfig, sql, type TransactionBuilder } from 'kysely';
import { ApiError } from '../../errors.ts';
import type { Schema } from '../schema.ts';
import { isConflict, isDuplicate, isLostConnection } from './faults.ts';

const TRIES = 12;
/** From this try on, one after another. */
const QUEUED_FROM = 3;
/** The longest wait before the next try; a random part of it. */
const PAUSE_MS = 10;
/** Any number that nothing else here locks. */
const QUEUE_LOCK = 7_142_001;

const busy = (cause: unknown) =>
  new ApiError('busy', 'The server is busy', { headers: { 'Retry-After': '1' }, cause });

/**
 * A Kysely whose transactions are repeated: what is given to `transaction().execute` may run several times, and must
 * leave nothing behind but what it writes. Throws `busy` when it never fits, and when the connection is lost.
 */
export class RepeatingKysely extends Kysely<Schema> {
  readonly #turns: Kysely<Schema>;
  #last: Promise<unknown> = Promise.resolve();

  /** `turns` has connections of its own: who waits for a turn holds none that the one at work needs. */
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
        // Of two that look for a row and add it the slower one hears of a duplicate: it finds the row the next time.
        if (!isConflict(error) && !(isDuplicate(error) && tries === 1)) throw error;
        if (tries >= TRIES) throw busy(error);
        await pause(randomInt(PAUSE_MS));
      }
    }
  }

  /** After those of this process, then after those of others. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(() => this.#locked(work));
    this.#last = turn.catch(() => {});
    return turn;
  }

  /** The lock is a session's: a transaction would look at the rows before it waits. */
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
