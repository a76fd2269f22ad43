// Request budgets per class and caller. Callers are accounts where there is one, else addresses; IPv6 counts
// per /64. The product's own limits (uploads a day …) are SQL counts and live with uploads.
import { RateLimiterMemory, RateLimiterSQLite } from 'rate-limiter-flexible';
import type { RateClass } from '../action.ts';
import { LIMIT_TABLE, type LimitStore } from '../db/limitStore.ts';
import { rateLimited } from '../errors.ts';

/** Points per window, in seconds. */
export const BUDGETS: Record<RateClass | 'guest' | 'page' | 'query', { points: number; seconds: number }> = {
  read: { points: 3000, seconds: 300 },
  write: { points: 600, seconds: 300 },
  comment: { points: 1, seconds: 5 },
  // A household or a school behind one address signs in together; guessing stays hopeless.
  auth: { points: 60, seconds: 300 },
  ticket: { points: 120, seconds: 300 },
  upload: { points: 60, seconds: 300 },
  guest: { points: 200, seconds: 3600 },
  page: { points: 6000, seconds: 300 },
  // Milliseconds of the database's threads, of one address: a tenth of one thread. A search takes about 10.
  query: { points: 30_000, seconds: 300 },
};

/** Kept in memory: they spare the running process, and a row per read would cost more than the read. */
const FORGIVEN_AT_START: ReadonlySet<string> = new Set(['read', 'page', 'query']);

export interface RateLimits {
  /** Throws `rate_limited` with Retry-After when the caller's budget of this class is spent. */
  consume(kind: keyof typeof BUDGETS, caller: string): Promise<void>;
  /** Throws the same when nothing is left, and takes nothing: the price of the work is known after it. */
  refuseSpent(kind: keyof typeof BUDGETS, caller: string): Promise<void>;
  /** Takes what the work cost; never throws, the next one is refused. */
  charge(kind: keyof typeof BUDGETS, caller: string, points: number): Promise<void>;
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

function limiterOf(
  kind: string,
  { points, seconds }: { points: number; seconds: number },
  store: LimitStore,
): RateLimiterMemory | RateLimiterSQLite {
  const memory = new RateLimiterMemory({ keyPrefix: kind, points, duration: seconds });
  if (FORGIVEN_AT_START.has(kind)) return memory;
  return new RateLimiterSQLite({
    storeClient: store,
    storeType: 'better-sqlite3',
    tableName: LIMIT_TABLE,
    tableCreated: true,
    keyPrefix: kind,
    points,
    duration: seconds,
    insuranceLimiter: memory,
    // One of them clears the table for all.
    clearExpiredByTimeout: kind === 'write',
  });
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
  return {
    consume: async (kind, caller) => {
      try {
        await limiters.get(kind)?.consume(caller);
      } catch (spent) {
        if (spent instanceof Error) throw spent;
        throw rateLimited((spent as { msBeforeNext: number }).msBeforeNext / 1000);
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
