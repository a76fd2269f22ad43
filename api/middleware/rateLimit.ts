// Request budgets per class and caller: of an account where there is one, of its address block and of the IPv6 site around
// that, so that a new account renews nothing. The product's own limits (uploads a day …) are SQL counts and live with uploads.
import type { AddressKeys } from '../action.ts';
import type { RateClass } from '../contract/call.ts';
import { RETENTION } from '../contract/retention.ts';
import { type LimitStore, type LimitWindows, rememberedWindows, storedWindows } from '../db/limitStore.ts';
import { rateLimited } from '../errors.ts';

interface Budget {
  /** Points per window. */
  points: number;
  seconds: number;
}

/** Counted for an address alone: of an account they are writes. */
type SharedOnly = 'like' | 'report';
type Kind =
  | Exclude<RateClass, SharedOnly>
  | ('guest' | 'page' | 'query' | 'secret' | 'secretOfBlock' | 'code');

/** Of one account, or of one address block where no account is known. */
export const BUDGETS: Record<Kind, Budget> = {
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
  // Wrong secrets per account from all unknown devices and addresses together: Mastodon's figure.
  secret: { points: 25, seconds: 3600 },
  // Of them, from one address block: it leaves some for the owner on a new device.
  secretOfBlock: { points: 10, seconds: 3600 },
  // Wrong codes and links per account and address block. They have 48 random bits or more: the count only saves work.
  code: { points: 25, seconds: 3600 },
};

/** Address blocks of one IPv6 site that may spend their whole budget at once, and accounts of one block. */
const SITE_TIMES = 4;
const HOUSEHOLD_TIMES = 3;

/**
 * What all accounts of one address block may spend together. People behind one carrier's address share it: these are far
 * above what a hundred of them do, and far below what a script needs to fill a page of comments.
 */
const OF_BLOCK: Record<SharedOnly, Budget> & Partial<Record<Kind, Budget>> = {
  comment: { points: 60, seconds: 600 },
  like: { points: 600, seconds: 300 },
  report: { points: 120, seconds: 3600 },
  // Counted by address block anyway.
  auth: BUDGETS.auth,
  name: BUDGETS.name,
  guest: BUDGETS.guest,
};

function budgetOfBlock(kind: Kind | SharedOnly): Budget {
  if (kind === 'like' || kind === 'report') return OF_BLOCK[kind];
  const { points, seconds } = BUDGETS[kind];
  return OF_BLOCK[kind] ?? { points: points * HOUSEHOLD_TIMES, seconds };
}

/** An address block or a device that has signed in keeps its own count of wrong secrets so long, in seconds. */
const TRUSTED_SECONDS = RETENTION.signInAddressesDays * 24 * 3600;

/** Kept in memory: they spare the running process, and a row per read would cost more than the read. */
const FORGIVEN_AT_START: ReadonlySet<string> = new Set(['read', 'page', 'query']);

export interface RateLimits {
  /** Throws `rate_limited` with Retry-After when the caller's budget of this class is spent. */
  consume(kind: Kind, caller: string): Promise<void>;
  /** The same for the caller's address block and site, whichever accounts it uses. */
  consumeOfAddress(kind: Kind | SharedOnly, address: AddressKeys): Promise<void>;
  /** What was consumed came to nothing: it is as if it had not been asked for. */
  giveBack(kind: Kind, caller: string): Promise<void>;
  /** Throws the same when nothing is left, and takes nothing: the price of the work is known after it. */
  refuseSpent(kind: Kind, caller: string): Promise<void>;
  /** Takes what the work cost; never throws, the next one is refused. */
  charge(kind: Kind, caller: string, points: number): Promise<void>;
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
  /** Names a device that has signed in to this account before: it has a count of its own. */
  device: string | null;
  /** Keyed hash of the address block. */
  address: string;
  /** Too long to be guessed, as a recovery code is: strangers must not lock its owner out of it. */
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

/** The part of an address that one customer has: IPv6 /64, IPv4 whole. */
export const addressBlock = (address: string): string => leading(address, 4);

/** The part that one customer of a hoster may have: IPv6 /48, IPv4 whole. */
export const addressSite = (address: string): string => leading(address, 3);

/**
 * `factor` multiplies every budget. What is spent is kept in `store` over a restart; when the store fails, the same
 * budgets are counted in memory. `now` is a clock that a jump of the system's does not carry away, in ms since 1970.
 */
export function createRateLimits(
  factor: number,
  store: LimitStore,
  now: () => number = Date.now,
): RateLimits {
  const stored = storedWindows(store);
  const memory = rememberedWindows();
  const insured = async <T>(kept: boolean, work: (windows: LimitWindows) => Promise<T>): Promise<T> => {
    if (!kept) return work(memory);
    try {
      return await work(stored);
    } catch {
      return work(memory);
    }
  };
  const isKept = (kind: string) => !FORGIVEN_AT_START.has(kind);
  const keyOf = (kind: string, caller: string) => `${kind}:${caller}`;

  async function spend(kind: string, key: string, { points, seconds }: Budget): Promise<void> {
    const at = now();
    const window = await insured(isKept(kind), (windows) => windows.add(key, 1, at, seconds * 1000));
    if (window.points > points * factor) throw rateLimited((window.expire - at) / 1000);
  }
  const consume: RateLimits['consume'] = (kind, caller) => spend(kind, keyOf(kind, caller), BUDGETS[kind]);
  const giveBack: RateLimits['giveBack'] = (kind, caller) =>
    insured(isKept(kind), (windows) => windows.takeBack(keyOf(kind, caller), 1));

  const trust: RateLimits['trust'] = async (account, address) => {
    const key = keyOf('trusted', `${account} ${address}`);
    const at = now();
    await insured(true, async (windows) => {
      await windows.takeBack(key, Number.MAX_SAFE_INTEGER);
      await windows.add(key, 1, at, TRUSTED_SECONDS * 1000);
    });
  };
  const isTrusted = async ({ account, address }: Secret) =>
    (await insured(true, (windows) => windows.read(keyOf('trusted', `${account} ${address}`), now()))) !==
    null;

  /** Every count that a wrong secret is added to; the first that is spent refuses. */
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
          // Counted, it would take the place of one that is given back later.
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
      const window = await insured(isKept(kind), (windows) => windows.read(keyOf(kind, caller), at));
      const leftMs = (window?.expire ?? 0) - at;
      // One that ends later than it could was begun by a clock that has gone back since.
      if (window && window.points >= points * factor && leftMs <= seconds * 1000)
        throw rateLimited(leftMs / 1000);
    },
    charge: async (kind, caller, points) => {
      const duration = BUDGETS[kind].seconds * 1000;
      await insured(isKept(kind), (windows) =>
        windows.add(keyOf(kind, caller), Math.ceil(points), now(), duration),
      );
    },
  };
}
