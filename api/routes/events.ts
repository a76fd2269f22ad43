// `GET /api/events`: public changes and the caller's own events, as server-sent events, with or without a session. Slow
// readers are disconnected and resume with `Last-Event-ID`. Connections are limited per account and address.
import type { ServerResponse } from 'node:http';
import type { Context, Middleware } from 'koa';
import { isGuest, type Viewer } from '../action.ts';
import { connectionsFor, descriptorLimit } from '../connections/descriptors.ts';
import type { Deps } from '../deps.ts';
import { ApiError, notSignedIn, rateLimited } from '../errors.ts';
import type { Reader } from '../events/readers.ts';
import type { RateLimits } from '../middleware/rateLimit.ts';
import { seesQueue } from '../moderation/policy.ts';
import { type Caller, identify } from './session.ts';

/** Connections per account: one for each visible page. */
const PER_ACCOUNT = 6;
/** Connections of guests per address, and as many of members; four times as many per IPv6 site. */
const PER_ADDRESS = 24;
const PER_SITE = 4 * PER_ADDRESS;
/** About half of the server's connections, fewer with a low limit on descriptors. */
const IN_ALL = Math.min(500, Math.floor(connectionsFor(descriptorLimit()) / 2));
/** Guests cost nothing to create: places stay reserved for members, and for moderators. */
const GUESTS = Math.floor(IN_ALL * 0.6);
const NOT_MODERATORS = Math.floor(IN_ALL * 0.9);
/** Unread bytes after which a reader is too slow; a second brings 9 kB at most. */
const UNREAD_MAX_BYTES = 32 * 1024;
/** How long a client waits before it reconnects. */
const RETRY_MS = 3000;

/** Counts open connections by key. */
class OpenCounts {
  readonly #counts = new Map<string, number>();
  #all = 0;

  /** Returns the function that releases the place. Throws `rate_limited` or `busy`. */
  take(limits: readonly [key: string, most: number][]): () => void {
    if (this.#all >= IN_ALL) {
      throw new ApiError('busy', 'Too many event connections', { headers: { 'Retry-After': '30' } });
    }
    if (limits.some(([key, most]) => (this.#counts.get(key) ?? 0) >= most)) {
      throw rateLimited(30, 'Too many connections are open');
    }
    for (const [key] of limits) this.#add(key, 1);
    this.#all++;
    return () => {
      for (const [key] of limits) this.#add(key, -1);
      this.#all--;
    };
  }

  #add(key: string, step: 1 | -1): void {
    const count = (this.#counts.get(key) ?? 0) + step;
    if (count === 0) this.#counts.delete(key);
    else this.#counts.set(key, count);
  }
}

/** null if missing or malformed: browsers send this header by themselves. */
function lastEventId(ctx: Context): number | null {
  const text = ctx.get('Last-Event-ID');
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

function awayMs(ctx: Context): number {
  const { away } = ctx.query;
  return typeof away === 'string' && /^\d{1,6}$/.test(away) ? Number(away) : 0;
}

function readerOf(deps: Deps, ctx: Context, viewer: Viewer | null, res: ServerResponse): Reader {
  const write = (text: string) => {
    if (res.writableEnded || res.destroyed) return;
    res.write(text);
    if (res.writableLength > UNREAD_MAX_BYTES) res.destroy();
  };
  return {
    open: () => {
      ctx.status = 200;
      ctx.set('Content-Type', 'text/event-stream; charset=utf-8');
      ctx.set('Cache-Control', 'no-store');
      // Stops nginx from buffering events.
      ctx.set('X-Accel-Buffering', 'no');
      ctx.respond = false;
      write(`retry: ${RETRY_MS}\n: open\n\n`);
    },
    accountId: viewer?.accountId ?? null,
    moderates: viewer !== null && seesQueue(viewer),
    isAlive: async () => {
      if (viewer === null) return !res.destroyed;
      const current = res.destroyed ? null : (await identify(deps, ctx, deps.now())).viewer;
      return current?.accountId === viewer.accountId && current.role === viewer.role;
    },
    send: ({ id, type, data_json: data }) =>
      write(`${id === undefined ? '' : `id: ${id}\n`}event: ${type}\ndata: ${data}\n\n`),
    begin: (id) => write(`id: ${id}\n\n`),
    beat: () => write(': beat\n\n'),
    end: () => res.end(),
  };
}

/** The limits that apply to a caller. Throws `not_signed_in` for an ended session. */
function placesOf({ viewer, tokenIsDead, key, siteKey }: Caller): [key: string, most: number][] {
  if (tokenIsDead) throw notSignedIn();
  const own: [string, number][] = viewer ? [[`account ${viewer.accountId}`, PER_ACCOUNT]] : [];
  if (viewer !== null && seesQueue(viewer)) return own;
  const kind = isGuest(viewer) ? 'guests' : 'members';
  const shared: [string, number][] = isGuest(viewer) ? [['guests', GUESTS]] : [];
  return [
    ...own,
    ...shared,
    ['not moderators', NOT_MODERATORS],
    [`${kind} of block ${key}`, PER_ADDRESS],
    [`${kind} of site ${siteKey}`, PER_SITE],
  ];
}

export function events(deps: Deps, limits: RateLimits): Middleware {
  const open = new OpenCounts();
  return async function events(ctx, next) {
    if (ctx.path !== '/api/events') {
      await next();
      // The request may have written: send events at once.
      if (ctx.method !== 'GET' && ctx.method !== 'HEAD') deps.events.wake();
      return;
    }
    ctx.state.operation = 'events';
    if (ctx.method !== 'GET') {
      throw new ApiError('method_not_allowed', 'Events are read with GET', { headers: { Allow: 'GET' } });
    }
    if (deps.events.isClosed()) {
      throw new ApiError('busy', 'The server is stopping', { headers: { 'Retry-After': '5' } });
    }
    const caller = await identify(deps, ctx, deps.now());
    const places = placesOf(caller);
    const { viewer, key } = caller;
    await limits.consume('read', viewer?.accountId ?? key);
    const giveBack = open.take(places);
    const { res } = ctx;
    let leave = () => {};
    res.once('close', () => {
      giveBack();
      leave();
    });
    leave = await deps.events.join(readerOf(deps, ctx, viewer, res), lastEventId(ctx), awayMs(ctx));
    if (res.destroyed) leave();
  };
}
