// `/api/uploads`: the resumable path (contract/transfers.ts). Unlike the multipart POST it belongs to the session;
// a transfer of somebody else is not found.
import type { Context, Middleware } from 'koa';
import { TRANSFERS_PATH } from '../contract/transfers.ts';
import type { Deps } from '../deps.ts';
import { ApiError, notSignedIn } from '../errors.ts';
import type { RateLimits } from '../middleware/rateLimit.ts';
import { refuseCrossSite } from '../middleware/sameSite.ts';
import { drain, type Receiving } from './receiving.ts';
import { identify } from './session.ts';
import { createTransferCalls } from './transferCalls.ts';
import { setLimits } from './uploadHeaders.ts';

const ROUTE = new RegExp(`^${TRANSFERS_PATH}(?:/([0-9a-fA-F-]{36}))?$`);

/** Methods of the path without a key, and of one transfer's. */
const ALLOWED = { all: ['POST'], one: ['GET', 'HEAD', 'PATCH', 'POST', 'DELETE'] };

export function transfers(deps: Deps, limits: RateLimits, receiving: Receiving): Middleware {
  const calls = createTransferCalls(deps, receiving);

  async function handle(ctx: Context, uploadKey: string | undefined): Promise<void> {
    const allowed = ALLOWED[uploadKey === undefined ? 'all' : 'one'];
    const Allow = [...allowed, 'OPTIONS'].join(', ');
    if (ctx.method === 'OPTIONS') {
      ctx.set('Allow', Allow);
      setLimits(ctx, deps.env.uploadResumeSeconds);
      ctx.status = 204;
      return;
    }
    if (!allowed.includes(ctx.method)) {
      throw new ApiError('method_not_allowed', 'There is no such call', { headers: { Allow } });
    }
    const { viewer, key, siteKey } = await identify(deps, ctx, deps.now());
    const from = { key, siteKey };
    const rate = ctx.method === 'POST' && uploadKey === undefined ? 'upload' : 'write';
    await limits.consume(rate, viewer?.accountId ?? key);
    await limits.consumeOfAddress(rate, from);
    const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
    if (!isRead) refuseCrossSite(ctx, deps.env.publicOrigin);
    if (!viewer) throw notSignedIn();
    const caller = { accountId: viewer.accountId, from };
    if (uploadKey === undefined) return calls.create(ctx, caller);
    if (isRead) return calls.read(ctx, caller, uploadKey);
    if (ctx.method === 'PATCH') return calls.sendPiece(ctx, caller, uploadKey);
    if (ctx.method === 'DELETE') return calls.drop(ctx, caller, uploadKey);
    return calls.publish(ctx, caller, uploadKey);
  }

  return async function transfers(ctx, next) {
    const route = ROUTE.exec(ctx.path);
    if (!route) return next();
    ctx.state.operation = 'transfer';
    try {
      await handle(ctx, route[1]?.toLowerCase());
    } catch (error) {
      drain(ctx);
      throw error;
    }
  };
}
