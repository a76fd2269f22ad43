// Request budgets per class and caller. Callers are accounts where there is one, else addresses; IPv6 counts
// per /64. The product's own limits (uploads a day …) are SQL counts and live with uploads.
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterSQLite } from 'rate-limiter-flexible';
import type { RateClass } from '../contract/call.ts';
import { RETENTION } from '../contract/retention.ts';
import { LIMIT_TABLE, type LimitStore } from '../db/limitStore.ts';
import { rateLimited } from '../errors.ts';

/** Points per window, in seconds. */
export const BUDGETS: Record<
  RateClass | 'guest' | 'page' | 'query' | 'secret',
  { points: number; seconds: number }
> = {
  read: { points: 3000, seconds: 300 },
  write: { points: 600, seconds: 300 },
  comment: { points: 1, seconds: 5 },
  // A household or a school behind one address signs in together; guessing stays hopeless.
  auth: { points: 60, seconds: 300 },
  // Which names are taken: somebody who looks for one, not a list of everybody.
  name: { points: 60, seconds: 300 },
  ticket: { points: 120, seconds: 300 },
  upload: { points: 60, seconds: 300 },
  guest: { points: 200, seconds: 3600 },
  page: { points: 6000, seconds: 300 },
  // Milliseconds of the database, of one address: a tenth of a thread. A search takes about 10, a like 1.
  query: { points: 30_000, seconds: 300 },
  // Wrong secrets per account, wherever they come from: Mastodon's figure.
  secret: { points: 25, seconds: 3600 },
};

/** An address block that has signed in keeps its own count of wrong secrets so long, in seconds. */
const TRUSTED_SECONDS = RETENTION.signInAddressesDays * 24 * 3600;

/** Kept in memory: they spare the running process, and a row per read would cost more than the read. */
const FORGIVEN_AT_START: ReadonlySet<string> = new Set(['read', 'page', 'query']);

export interface RateLimits {
  /** Throws `rate_limited` with Retry-After when the caller's budget of this class is spent. */
  consume(kind: keyof typeof BUDGETS, caller: string): Promise<void>;
  /** What was consumed came to nothing: it is as if it had not been asked for. */
  giveBack(kind: keyof typeof BUDGETS, caller: string): Promise<void>;
  /** Throws the same when nothing is left, and takes nothing: the price of the work is known after it. */
  refuseSpent(kind: keyof typeof BUDGETS, caller: string): Promise<void>;
  /** Takes what the work cost; never throws, the next one is refused. */
  charge(kind: keyof typeof BUDGETS, caller: string, points: number): Promise<void>;
  /**
   * Counts a try at a secret before `check` looks at it, so that tries side by side cannot outrun the count; a right
   * one, or one that could not be looked at, is given back. Throws `rate_limited` with Retry-After.
   */
  trySecret(secret: Secret, check: () => Promise<boolean>): Promise<boolean>;
  /** From now on `address` has a count of its own for this account: strangers who guess cannot lock it out. */
  trust(account: string, address: string): Promise<void>;
}

/** Whose secret is tried, and from where. */
export interface Secret {
  /** Account id, or what stands for a name that nobody has: both are counted alike. */
  account: string;
  /** Set in an open session, which has a count of its own. */
  session: string | null;
  /** Keyed hash of the address block. */
  address: string;
}

/** The part of an address that one customer has: IPv6 /64, IPv4 whole. */
export function addressBlock(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!plain.includes(':')) return plain;
  const [head = '', tail = ''] = plain.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const zeros = plain.includes('::') ? Array.from({ length: 8 - left.length - right.length }, () => '0') : [];
  return [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/** What a timer can wait at most, in seconds: 31 bits of milliseconds, some 24 days. */
const TIMER_SECONDS = 2 ** 31 / 1000 - 1;

/** Forgets early what it should remember longer than a timer can wait, and not at once. */
class TimedMemory extends RateLimiterMemory {
  override set(key: string, points: number, seconds: number) {
    return super.set(key, points, Math.min(seconds, TIMER_SECONDS));
  }
}

function limiterOf(
  kind: string,
  { points, seconds }: { points: number; seconds: number },
  store: LimitStore,
): RateLimiterMemory | RateLimiterSQLite | RateLimiterPostgres {
  const memory = new TimedMemory({ keyPrefix: kind, points, duration: seconds });
  if (FORGIVEN_AT_START.has(kind)) return memory;
  const shared = {
    storeClient: store,
    tableName: LIMIT_TABLE,
    tableCreated: true,
    keyPrefix: kind,
    points,
    duration: seconds,
    insuranceLimiter: memory,
  };
  // The SQLite store forgets by itself: the library's own timer ends the process when the disk fails. On PostgreSQL one
  // of them clears the table for all.
  return 'query' in store
    ? new RateLimiterPostgres({ ...shared, storeType: 'pool', clearExpiredByTimeout: kind === 'write' })
    : new RateLimiterSQLite({ ...shared, storeType: 'better-sqlite3', clearExpiredByTimeout: false });
}

/**
 * `factor` multiplies every budget. What is spent is kept in `store` over a restart; when the store fails, the same
 * budgets are counted in memory.
 */
export function createRateLimits(factor: number, store: LimitStore): RateLimits {
  const limiters = new Map(
    Object.entries(BUDGETS).map(([kind, { points, seconds }]) => [
      kind,
      limiterOf(kind, { points: points * factor, seconds }, store),
    ]),
  );
  const consume: RateLimits['consume'] = async (kind, caller) => {
    try {
      await limiters.get(kind)?.consume(caller);
    } catch (spent) {
      if (spent instanceof Error) throw spent;
      throw rateLimited((spent as { msBeforeNext: number }).msBeforeNext / 1000);
    }
  };
  const trusted = limiterOf('trusted', { points: 1, seconds: TRUSTED_SECONDS }, store);
  const trust: RateLimits['trust'] = async (account, address) => {
    await trusted.set(`${account} ${address}`, 1, TRUSTED_SECONDS);
  };
  const countOf = async ({ account, session, address }: Secret) => {
    if (session !== null) return `session ${session}`;
    const own = `${account} ${address}`;
    return (await trusted.get(own)) === null ? account : own;
  };
  return {
    consume,
    giveBack: async (kind, caller) => {
      const limiter = limiters.get(kind);
      const left = await limiter?.reward(caller);
      // An empty window would still end early, and let the next two come close together.
      if (left && left.consumedPoints <= 0) await limiter?.delete(caller);
    },
    trust,
    trySecret: async (secret, check) => {
      const count = await countOf(secret);
      const giveBack = () => limiters.get('secret')?.reward(count);
      await consume('secret', count).catch(async (refused) => {
        // Counted, it would take the place of one that is given back later.
        await giveBack();
        throw refused;
      });
      try {
        const isRight = await check();
        if (isRight) {
          await giveBack();
          await trust(secret.account, secret.address);
        }
        return isRight;
      } catch (error) {
        await giveBack();
        throw error;
      }
    },
    refuseSpent: async (kind, caller) => {
      const spent = await limiters.get(kind)?.get(caller);
      if (spent && spent.remainingPoints <= 0) throw rateLimited(spent.msBeforeNext / 1000);
    },
    charge: async (kind, caller, points) => {
      // Refused or not, the points are counted.
      await limiters
        .get(kind)
        ?.consume(caller, Math.ceil(points))
        .catch(() => {});
    },
  };
}
