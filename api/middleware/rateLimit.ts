// Rate limits per class and caller: per account, per address block and per IPv6 site, so that a new account gains nothing.
// Limits of the product (uploads per day …) are counted in SQL by `uploads`.
import type { AddressKeys } from '../action.ts';
import type { RateClass } from '../contract/call.ts';
import { RETENTION } from '../contract/retention.ts';
import {
  CLOCK_SKEW_MS,
  type LimitStore,
  type LimitWindows,
  rememberedWindows,
  storedWindows,
} from '../db/limitStore.ts';
import { budgetSpent } from '../errors.ts';

interface Budget {
  /** Points per window. */
  points: number;
  seconds: number;
}

/** Only counted per address; for an account they are writes. */
type SharedOnly = 'like' | 'report' | 'urgentReport' | 'lasting';
type Kind = Exclude<RateClass, SharedOnly> | ('guest' | 'query' | 'secret' | 'secretOfBlock' | 'code');

/** Per account, or per address block without one. */
export const BUDGETS: Record<Kind, Budget> = {
  read: { points: 3000, seconds: 300 },
  write: { points: 600, seconds: 300 },
  comment: { points: 1, seconds: 5 },
  // Enough for a household or school behind one address, too few for guessing.
  auth: { points: 60, seconds: 300 },
  // Enough to look for a free name, too few to list accounts.
  name: { points: 60, seconds: 300 },
  ticket: { points: 120, seconds: 300 },
  upload: { points: 60, seconds: 300 },
  guest: { points: 200, seconds: 3600 },
  // Milliseconds of database time per address: a tenth of a thread. A search takes about 10 ms, a like 1 ms.
  query: { points: 30_000, seconds: 300 },
  // Wrong secrets per account from all unknown devices and addresses together. Mastodon uses the same number.
  secret: { points: 25, seconds: 3600 },
  // From one address block, so that some tries remain for the owner on a new device.
  secretOfBlock: { points: 10, seconds: 3600 },
  // Wrong codes and links per account and address block. They have at least 48 random bits: the limit only saves work.
  code: { points: 25, seconds: 3600 },
};

/** How many blocks of an IPv6 site, or accounts of a block, can use their full limit at once. */
const SITE_TIMES = 4;
const HOUSEHOLD_TIMES = 3;

/**
 * Limits for all accounts of one address block together. People behind a carrier's address share them: far above the use of
 * a hundred people, far below what a script needs to fill a page of comments.
 */
const OF_BLOCK: Record<SharedOnly, Budget> & Partial<Record<Kind, Budget>> = {
  comment: { points: 60, seconds: 600 },
  like: { points: 600, seconds: 300 },
  report: { points: 120, seconds: 3600 },
  // The server reads the whole ledger at every start.
  lasting: { points: 300, seconds: 3600 },
  // Recordings that guests can hide.
  urgentReport: { points: 5, seconds: 24 * 3600 },
  // Already counted per address block.
  auth: BUDGETS.auth,
  name: BUDGETS.name,
  guest: BUDGETS.guest,
};

function budgetOfBlock(kind: Kind | SharedOnly): Budget {
  if (kind === 'like' || kind === 'report' || kind === 'urgentReport' || kind === 'lasting')
    return OF_BLOCK[kind];
  const { points, seconds } = BUDGETS[kind];
  return OF_BLOCK[kind] ?? { points: points * HOUSEHOLD_TIMES, seconds };
}

/** Seconds for which a known address block or device has its own count of wrong secrets. */
const TRUSTED_SECONDS = RETENTION.signInAddressesDays * 24 * 3600;

/** Counted in memory: they protect this process, and a row per read would cost more than the read. */
const FORGIVEN_AT_START: ReadonlySet<string> = new Set(['read', 'query']);

export interface RateLimits {
  /** Throws `rate_limited` with Retry-After if the caller's limit of this class is used up. */
  consume(kind: Kind, caller: string): Promise<void>;
  /** The same for the caller's address block and site, across accounts. */
  consumeOfAddress(kind: Kind | SharedOnly, address: AddressKeys): Promise<void>;
  /** Undoes a `consume`. */
  giveBack(kind: Kind, caller: string): Promise<void>;
  /** Throws the same if nothing is left, without consuming: the cost is only known afterwards. */
  refuseSpent(kind: Kind, caller: string): Promise<void>;
  /** Consumes the cost of finished work. Never throws; `refuseSpent` refuses the next request. */
  charge(kind: Kind, caller: string, points: number): Promise<void>;
  /**
   * Counts a try before `check` runs, so that concurrent tries cannot exceed the limit. A correct try, or one that could not
   * be checked, is given back. Throws `rate_limited` with Retry-After.
   */
  trySecret(secret: Secret, check: () => Promise<boolean>): Promise<boolean>;
  /** Gives `address` its own count for this account, so that guessing strangers cannot lock it out. */
  trust(account: string, address: string): Promise<void>;
}

/** The secret of a try, and its origin. */
export interface Secret {
  /** Pseudonym of the account id, or of an unknown username; both are counted in the same way. */
  account: string;
  /** Set within a session, which has its own count. */
  session: string | null;
  /** A device that signed in to this account before; it has its own count. */
  device: string | null;
  /** Keyed hash of the address block. */
  address: string;
  /** Too long to guess, like a recovery code: strangers must not lock the owner out. */
  isLongCode: boolean;
}

/** The first `groups` groups of an IPv6 address, IPv4 whole. */
function leading(address: string, groups: number): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!plain.includes(':')) return plain;
  const [head = '', tail = ''] = plain.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const zeros = plain.includes('::') ? Array.from({ length: 8 - left.length - right.length }, () => '0') : [];
  return [...left, ...zeros, ...right]
    .slice(0, groups)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/** The address block of one customer: IPv6 /64, or the whole IPv4 address. */
export const addressBlock = (address: string): string => leading(address, 4);

/** The largest block a hosting customer may have: IPv6 /48, or the whole IPv4 address. */
export const addressSite = (address: string): string => leading(address, 3);

/**
 * `factor` multiplies every limit. `store` keeps the counts over a restart; if it fails, memory holds them. `now`:
 * milliseconds since 1970, from a clock that ignores jumps of the system time. `onFailure` gets the store's error, at most
 * once a minute.
 */
export function createRateLimits(
  factor: number,
  store: LimitStore,
  now: () => number = Date.now,
  onFailure: (error: unknown) => void = () => {},
): RateLimits {
  const stored = storedWindows(store);
  const memory = rememberedWindows();
  let failedAt = Number.NEGATIVE_INFINITY;
  const insured = async <T>(isStored: boolean, work: (windows: LimitWindows) => Promise<T>): Promise<T> => {
    if (!isStored) return work(memory);
    try {
      return await work(stored);
    } catch (error) {
      if (now() - failedAt >= 60_000) {
        failedAt = now();
        onFailure(error);
      }
      return work(memory);
    }
  };
  const isStored = (kind: string) => !FORGIVEN_AT_START.has(kind);
  const keyOf = (kind: string, caller: string) => `${kind}:${caller}`;

  async function spend(kind: string, key: string, { points, seconds }: Budget): Promise<void> {
    const at = now();
    const window = await insured(isStored(kind), (windows) => windows.add(key, 1, at, seconds * 1000));
    const most = points * factor;
    if (window.points > most) throw budgetSpent((window.expire - at) / 1000, most);
  }
  const consume: RateLimits['consume'] = (kind, caller) => spend(kind, keyOf(kind, caller), BUDGETS[kind]);
  const giveBack: RateLimits['giveBack'] = (kind, caller) =>
    insured(isStored(kind), (windows) => windows.takeBack(keyOf(kind, caller), 1));

  const trust: RateLimits['trust'] = async (account, address) => {
    const key = keyOf('trusted', `${account} ${address}`);
    const at = now();
    await insured(true, async (windows) => {
      await windows.end(key);
      await windows.add(key, 1, at, TRUSTED_SECONDS * 1000);
    });
  };
  const isTrusted = async ({ account, address }: Secret) =>
    (await insured(true, (windows) => windows.read(keyOf('trusted', `${account} ${address}`), now()))) !==
    null;

  /** All counts of a wrong secret; the first used-up one refuses. */
  async function countsOf(secret: Secret): Promise<[kind: Kind, caller: string][]> {
    const { account, session, device, address, isLongCode } = secret;
    if (session !== null) return [['secret', `session ${session}`]];
    if (isLongCode) return [['code', `${account} ${address}`]];
    if (device !== null) return [['secret', `device ${device}`]];
    if (await isTrusted(secret)) return [['secret', `${account} ${address}`]];
    return [
      ['secretOfBlock', `${account} ${address}`],
      ['secret', account],
    ];
  }

  return {
    consume,
    giveBack,
    trust,
    consumeOfAddress: async (kind, { key, siteKey }) => {
      const { points, seconds } = budgetOfBlock(kind);
      await spend(kind, keyOf(`${kind} block`, key), { points, seconds });
      if (siteKey === key) return;
      await spend(kind, keyOf(`${kind} site`, siteKey), { points: points * SITE_TIMES, seconds });
    },
    trySecret: async (secret, check) => {
      const counts = await countsOf(secret);
      const counted: typeof counts = [];
      const giveAllBack = async () => {
        for (const [kind, caller] of counted) await giveBack(kind, caller);
      };
      for (const [kind, caller] of counts) {
        counted.push([kind, caller]);
        await consume(kind, caller).catch(async (refused) => {
          // Counting it would use a place that is given back later.
          await giveAllBack();
          throw refused;
        });
      }
      try {
        const isRight = await check();
        if (isRight) {
          await giveAllBack();
          await trust(secret.account, secret.address);
        }
        return isRight;
      } catch (error) {
        await giveAllBack();
        throw error;
      }
    },
    refuseSpent: async (kind, caller) => {
      const at = now();
      const { points, seconds } = BUDGETS[kind];
      const window = await insured(isStored(kind), (windows) => windows.read(keyOf(kind, caller), at));
      const leftMs = (window?.expire ?? 0) - at;
      // A window that ends too late was started before the clock went back.
      if (window && window.points >= points * factor && leftMs <= seconds * 1000 + CLOCK_SKEW_MS)
        throw budgetSpent(leftMs / 1000, points * factor);
    },
    charge: async (kind, caller, points) => {
      const duration = BUDGETS[kind].seconds * 1000;
      await insured(isStored(kind), (windows) =>
        windows.add(keyOf(kind, caller), Math.ceil(points), now(), duration),
      );
    },
  };
}
