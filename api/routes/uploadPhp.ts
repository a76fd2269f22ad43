// `/upload.php?action=NAME`: one pipeline for every action —
// known and allowed method → rate limit → session → same site → access → schema → transaction → run → present.
import type { Context, Middleware } from 'koa';
import { checkPassword } from '../accounts/passwords.ts';
import { findAccount } from '../accounts/queries.ts';
import { type Action, type ActionContext, isModerator, type Viewer } from '../action.ts';
import { ACTIONS } from '../actions.ts';
import type { RateClass } from '../contract/call.ts';
import type { Db } from '../db/client.ts';
import type { Transact } from '../db/groupCommit.ts';
import type { KeyedWrite } from '../db/idempotencyKeys.ts';
import { createTransact } from '../db/transact.ts';
import type { Deps } from '../deps.ts';
import { ApiError, forbidden, notSignedIn, refusedBySchema, sessionEnded } from '../errors.ts';
import { emptyLogIfPossible } from '../jobs/tidy.ts';
import { isDiskFull } from '../middleware/errors.ts';
import { readJsonBody } from '../middleware/jsonBody.ts';
import type { RateLimits } from '../middleware/rateLimit.ts';
import { refuseCrossSite } from '../middleware/sameSite.ts';
import { type ActionCall, beginCall } from './actionCall.ts';
import { answerText, createAnswerMemory, readAnswer, sendRead } from './answers.ts';
import { createKeysInFlight, KeptAnswer, onceInTransaction, readKey, takesKey } from './idempotency.ts';
import { type Caller, identify, writeCookie } from './session.ts';

export const UPLOAD_PHP = /^(?:\/aural)?\/upload\.php$/;

function findAction(deps: Deps, name: string): Action {
  const action = ACTIONS.get(name);
  if (!action || (action.demoOnly && !deps.env.demoMode)) {
    throw new ApiError('unknown_action', 'There is no such action');
  }
  return action;
}

function checkMethod(ctx: Context, action: Action): void {
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

async function readBody(ctx: Context, action: Action): Promise<never> {
  const { action: _name, ...query } = ctx.query;
  const sent = action.method === 'GET' ? query : await readJsonBody(ctx);
  const parsed = action.body.safeParse(sent);
  if (parsed.success) return parsed.data as never;
  throw refusedBySchema(parsed.error, sent);
}

/** The password again, for what cannot be undone: an open session is not enough. */
async function checkFreshPassword(context: ActionContext, body: { password?: unknown }): Promise<void> {
  const { viewer, deps } = context;
  const account = viewer && (await findAccount(deps.db, viewer.accountId));
  const password = typeof body.password === 'string' ? body.password : '';
  const check = () => checkPassword(account?.password_hash ?? null, password);
  if (!(await context.trySecret('inSession', check))) {
    throw new ApiError('wrong_credentials', 'This call asks for your password');
  }
}

/** What a run that was undone meant to do afterwards, and whom it made. */
function forgetRun(call: ActionCall, viewer: Viewer | null): void {
  call.tasks.length = 0;
  call.session = undefined;
  call.context.viewer = viewer;
}

/** Runs the action in the transaction it asks for; a visitor's first write makes a guest in the same one. */
async function runAction(
  transact: Transact,
  limits: RateLimits,
  action: Action,
  body: never,
  call: ActionCall,
  write: KeyedWrite | null,
): Promise<unknown> {
  const { context } = call;
  const needsGuest = action.access === 'guest' && !context.viewer && action.method === 'POST';
  if (needsGuest) await limits.consume('guest', context.callerKey);
  if (action.transaction !== 'one') return action.run(body, context);
  const { viewer } = context;
  const work = async (tx: Db) => {
    // It may be run again: what an earlier run left has been undone.
    forgetRun(call, viewer);
    context.db = tx;
    if (needsGuest) await context.viewerIn(tx);
    const run = () => action.run(body, context);
    return write ? onceInTransaction(tx, context, write, run) : run();
  };
  return transact(work, context.callerKey, call.addCost);
}

function present(ctx: Context, result: unknown): void {
  ctx.status = 200;
  ctx.type = 'application/json; charset=utf-8';
  ctx.set('Cache-Control', 'no-store');
  ctx.body = result instanceof KeptAnswer ? result.text : answerText(result);
}

/** Budgets that a new account must not renew. */
const BY_ADDRESS: ReadonlySet<RateClass> = new Set(['auth', 'name']);

/** The caller, when within budget and allowed to call; otherwise throws what the call is refused with. */
async function admit(
  deps: Deps,
  limits: RateLimits,
  ctx: Context,
  action: Action,
  now: number,
): Promise<Caller> {
  const caller = await identify(deps, ctx, now);
  await limits.consume(
    action.rate === 'comment' ? 'write' : action.rate,
    BY_ADDRESS.has(action.rate) ? caller.key : (caller.viewer?.accountId ?? caller.key),
  );
  if (caller.sessionIsGone && caller.viaCookie && !caller.wasEnded) writeCookie(deps, ctx, null);
  if (action.method === 'POST' && (caller.viaCookie || !caller.viewer)) {
    refuseCrossSite(ctx, deps.env.publicOrigin);
  }
  checkAccess(action, caller);
  return caller;
}

/**
 * One comment at a time: counted before it is written, so that two side by side cannot both pass. Refusals cost
 * nothing but a write.
 */
async function inPace(
  limits: RateLimits,
  action: Action,
  who: string,
  work: () => Promise<unknown>,
): Promise<unknown> {
  if (action.rate !== 'comment') return work();
  await limits.consume('comment', who);
  try {
    const result = await work();
    if (result instanceof KeptAnswer) await limits.giveBack('comment', who);
    return result;
  } catch (error) {
    await limits.giveBack('comment', who);
    throw error;
  }
}

/** Moderators are never refused for what their queries cost: they may have to clear up after a flood. */
async function refuseSpent(limits: RateLimits, { context }: ActionCall): Promise<void> {
  if (!isModerator(context.viewer)) await limits.refuseSpent('query', context.callerKey);
}

/** Reads leave this thread, at their caller's turn and price. */
async function read(limits: RateLimits, ctx: Context, action: Action, call: ActionCall) {
  const { context } = call;
  await refuseSpent(limits, call);
  context.db = context.deps.readers.as(context.callerKey, call.addCost);
  try {
    return readAnswer(await action.run(await readBody(ctx, action), context));
  } finally {
    await limits.charge('query', context.callerKey, call.cost);
  }
}

/** Runs it, and once more with the reserve given up when it makes room on a full disk. */
async function runOrMakeRoom(
  action: Action,
  call: ActionCall,
  run: () => Promise<unknown>,
): Promise<unknown> {
  const { reserve } = call.context.deps;
  try {
    return await run();
  } catch (error) {
    if (!(isDiskFull(error) && action.makesRoom && reserve.giveUp())) throw error;
    call.tasks.length = 0;
    call.usesReserve = true;
    return run();
  }
}

async function runTasks(ctx: Context, { context: { deps }, tasks }: ActionCall): Promise<void> {
  for (const task of [...tasks, deps.ledger.catchUp]) {
    try {
      await task();
    } catch (error) {
      deps.log.error({ err: error, requestId: ctx.state.requestId }, 'a task after the commit failed');
    }
  }
}

/** The log of what was written before holds room, too: many times what it comes to in the database. */
async function regainRoom(deps: Deps): Promise<void> {
  await emptyLogIfPossible(deps);
  deps.reserve.takeBack();
}

/** Handles requests with an `action`; a POST without one is an upload and falls through. */
export function uploadPhp(deps: Deps, limits: RateLimits): Middleware {
  const transact = createTransact(deps.db, deps.writerSpent);
  const memory = createAnswerMemory(deps.dataVersion);
  const inFlight = createKeysInFlight();

  /** Writes are paid for as reads are. */
  async function write(ctx: Context, name: string, action: Action, call: ActionCall): Promise<void> {
    const { context } = call;
    const key = takesKey(action) ? readKey(ctx) : null;
    const body = await readBody(ctx, action);
    await refuseSpent(limits, call);
    if (action.freshPassword) await checkFreshPassword(context, body);
    const keyed = key === null ? null : { key, action: name, body };
    const who = context.viewer?.accountId ?? context.callerKey;
    const work = () =>
      inPace(limits, action, who, () =>
        runOrMakeRoom(action, call, () => runAction(transact, limits, action, body, call, keyed)),
      );
    const result = await (key === null ? work() : inFlight(who, key, work)).finally(() =>
      limits.charge('query', context.callerKey, call.cost),
    );
    await runTasks(ctx, call);
    if (call.usesReserve) await regainRoom(deps);
    if (call.session !== undefined) writeCookie(deps, ctx, call.session);
    present(ctx, result);
  }

  return async function uploadPhp(ctx, next) {
    if (!UPLOAD_PHP.test(ctx.path)) return next();
    const name = ctx.query.action;
    if (name === undefined && ctx.method === 'POST') return next();
    const action = findAction(deps, typeof name === 'string' ? name : '');
    ctx.state.operation = String(name);
    checkMethod(ctx, action);
    const now = deps.now();
    const call = beginCall(deps, limits, await admit(deps, limits, ctx, action, now), now);
    if (action.method === 'POST') return write(ctx, String(name), action, call);
    const answer = () => read(limits, ctx, action, call);
    const key = `${ctx.querystring} ${call.context.viewer?.accountId ?? ''}`;
    const found = await (action.kept ? memory.recall(key, now, answer) : answer());
    if (call.session !== undefined) writeCookie(deps, ctx, call.session);
    return sendRead(ctx, found);
  };
}
