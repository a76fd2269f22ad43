// What stands before an action: that there is one, its method, the caller's budget, session and access, a sound body, and
// the password again where the action asks for it. Each throws what the call is refused with.
import type { Context } from 'koa';
import { checkPassword } from '../accounts/passwords.ts';
import { findAccount } from '../accounts/queries.ts';
import { type Action, type ActionContext, isModerator } from '../action.ts';
import { ACTIONS } from '../actions.ts';
import type { RateClass } from '../contract/call.ts';
import type { Deps } from '../deps.ts';
import {
  ApiError,
  forbidden,
  notSignedIn,
  passwordMissing,
  refusedBySchema,
  sessionEnded,
} from '../errors.ts';
import { readJsonBody } from '../middleware/jsonBody.ts';
import type { RateLimits } from '../middleware/rateLimit.ts';
import { refuseCrossSite } from '../middleware/sameSite.ts';
import type { ActionCall } from './actionCall.ts';
import { type Caller, identify, writeCookie } from './session.ts';

export function findAction(deps: Deps, name: string): Action {
  const action = ACTIONS.get(name);
  if (!action || (action.demoOnly && !deps.env.demoMode)) {
    throw new ApiError('unknown_action', 'There is no such action');
  }
  return action;
}

export function checkMethod(ctx: Context, action: Action): void {
  const method = ctx.method === 'HEAD' ? 'GET' : ctx.method;
  if (method === action.method) return;
  const Allow = action.method === 'GET' ? 'GET, HEAD' : 'POST';
  throw new ApiError('method_not_allowed', `This action is called with ${action.method}`, {
    headers: { Allow },
  });
}

/** A token that opens nothing is only harmless where nobody needs to be known. */
function checkAccess(action: Action, { viewer, tokenIsDead, wasEnded }: Caller): void {
  if (action.access === 'public') return;
  if (!viewer) {
    if (action.access === 'guest' && !tokenIsDead) return;
    throw wasEnded ? sessionEnded() : notSignedIn();
  }
  if (action.access === 'moderator' && !isModerator(viewer)) throw forbidden('This call is for moderators');
  if (action.access === 'admin' && viewer.role !== 'admin') throw forbidden('This call is for admins');
}

/** Budgets that belong to an address and to no account. */
const BY_ADDRESS: ReadonlySet<RateClass> = new Set(['auth', 'name']);
/** Of the account they are writes, with a budget of their own at the address. */
const ownClass = (rate: RateClass) =>
  rate === 'comment' || rate === 'like' || rate === 'report' ? 'write' : rate;

/**
 * The account's budget, then that of its address: accounts are free. What an account may no more is not counted against its
 * neighbours. Moderators may have to clear up after a flood from their own address.
 */
async function consumeBudgets(limits: RateLimits, rate: RateClass, caller: Caller): Promise<void> {
  const own = BY_ADDRESS.has(rate) ? caller.key : (caller.viewer?.accountId ?? caller.key);
  await limits.consume(ownClass(rate), own);
  if (!isModerator(caller.viewer)) await limits.consumeOfAddress(rate, caller);
}

/** The caller, when within budget and allowed to call; otherwise throws what the call is refused with. */
export async function admit(
  deps: Deps,
  limits: RateLimits,
  ctx: Context,
  action: Action,
  now: number,
): Promise<Caller> {
  const caller = await identify(deps, ctx, now);
  await consumeBudgets(limits, action.rate, caller);
  if (caller.sessionIsGone && caller.viaCookie && !caller.wasEnded) writeCookie(deps, ctx, null);
  if (action.method === 'POST' && (caller.viaCookie || !caller.viewer)) {
    refuseCrossSite(ctx, deps.env.publicOrigin);
  }
  checkAccess(action, caller);
  return caller;
}

export async function readBody(ctx: Context, action: Action): Promise<never> {
  const { action: _name, ...query } = ctx.query;
  const sent = action.method === 'GET' ? query : await readJsonBody(ctx);
  const parsed = action.body.safeParse(sent);
  if (parsed.success) return parsed.data as never;
  throw refusedBySchema(parsed.error, sent);
}

/** The password again, for what cannot be undone: an open session is not enough. */
export async function checkFreshPassword(
  context: ActionContext,
  { freshPassword }: Pick<Action, 'freshPassword'>,
  body: { password?: unknown },
): Promise<void> {
  if (freshPassword === 'ofAdmins' && body.password === undefined) return;
  const { viewer, deps } = context;
  const account = viewer && (await findAccount(deps.db, viewer.accountId));
  const password = typeof body.password === 'string' ? body.password : '';
  const check = () => checkPassword(account?.password_hash ?? null, password);
  if (!(await context.trySecret('inSession', check))) {
    throw passwordMissing();
  }
  context.hasShownPassword = true;
}

/** Moderators are never refused for what their queries cost: they may have to clear up after a flood. */
export async function refuseSpent(limits: RateLimits, { context }: ActionCall): Promise<void> {
  if (!isModerator(context.viewer)) await limits.refuseSpent('query', context.callerKey);
}
