// `/upload.php?action=NAME`: one pipeline for every action —
// known and allowed method → rate limit → session → same site → access → schema → transaction → run → present.
import type { Context, Middleware } from 'koa';
import { checkPassword } from '../accounts/passwords.ts';
import { findAccount } from '../accounts/queries.ts';
import { usernameKey } from '../accounts/rules.ts';
import { insertGuest } from '../accounts/store.ts';
import { type Action, type ActionContext, isModerator, signedIn, type Viewer } from '../action.ts';
import { ACTIONS } from '../actions.ts';
import { appendAudit } from '../db/auditLog.ts';
import type { Db } from '../db/client.ts';
import { createGroupCommit, type Transact } from '../db/groupCommit.ts';
import type { KeyedWrite } from '../db/idempotencyKeys.ts';
import type { Deps } from '../deps.ts';
import { ApiError, forbidden, notSignedIn } from '../errors.ts';
import { isDiskFull } from '../middleware/errors.ts';
import { readJsonBody } from '../middleware/jsonBody.ts';
import type { RateLimits, Secret } from '../middleware/rateLimit.ts';
import { refuseCrossSite } from '../middleware/sameSite.ts';
import { startSession } from '../sessions/queries.ts';
import { hashToken } from '../sessions/tokens.ts';
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
function checkAccess(action: Action, { viewer, tokenIsDead }: Caller): void {
  if (action.access === 'public') return;
  if (!viewer) {
    if (action.access === 'guest' && !tokenIsDead) return;
    throw notSignedIn();
  }
  if (action.access === 'moderator' && !isModerator(viewer)) throw forbidden('This call is for moderators');
  if (action.access === 'admin' && viewer.role !== 'admin') throw forbidden('This call is for admins');
}

async function readBody(ctx: Context, action: Action): Promise<never> {
  const { action: _name, ...query } = ctx.query;
  const parsed = action.body.safeParse(action.method === 'GET' ? query : await readJsonBody(ctx));
  if (parsed.success) return parsed.data as never;
  const issue = parsed.error.issues[0];
  const where = issue?.path.length ? `${issue.path.join('.')}: ` : '';
  throw new ApiError('invalid_body', `${where}${issue?.message ?? 'invalid body'}`);
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

/** Neither ids nor names somebody typed stand in the limit store. */
function secretOf(
  { keys }: Deps,
  { viewer, key: address }: Caller,
  of: Parameters<ActionContext['trySecret']>[0],
): Secret {
  if (of === 'inSession') {
    const account = keys.pseudonym('name', `id ${viewer?.accountId}`);
    return { account, session: viewer?.tokenHash ?? null, address };
  }
  const { accountId, name } = of;
  const account = keys.pseudonym('name', accountId ? `id ${accountId}` : `name ${usernameKey(name)}`);
  return { account, session: null, address };
}

/** Runs the action in the transaction it asks for; a visitor's first write makes a guest in the same one. */
async function runAction(
  transact: Transact,
  limits: RateLimits,
  action: Action,
  body: never,
  context: ActionContext,
  cost: (milliseconds: number) => void,
  write: KeyedWrite | null,
): Promise<unknown> {
  const needsGuest = action.access === 'guest' && !context.viewer && action.method === 'POST';
  if (needsGuest) await limits.consume('guest', context.callerKey);
  if (action.transaction !== 'one') return action.run(body, context);
  const work = async (tx: Db) => {
    context.db = tx;
    if (needsGuest) await context.viewerIn(tx);
    const run = () => action.run(body, context);
    return write ? onceInTransaction(tx, context, write, run) : run();
  };
  return transact(work, context.callerKey, cost);
}

async function becomeGuest(db: Db, context: ActionContext): Promise<Viewer> {
  const guest = await insertGuest(db, context.now);
  const token = await startSession(db, guest.id, context.now);
  context.setSession(token);
  return { accountId: guest.id, username: guest.username, role: 'guest', tokenHash: hashToken(token) };
}

function present(ctx: Context, result: unknown): void {
  ctx.status = 200;
  ctx.type = 'application/json; charset=utf-8';
  ctx.set('Cache-Control', 'no-store');
  ctx.body = result instanceof KeptAnswer ? result.text : answerText(result);
}

/** Handles requests with an `action`; a POST without one is an upload and falls through. */
export function uploadPhp(deps: Deps, limits: RateLimits): Middleware {
  const transact = createGroupCommit(deps.db, deps.writerSpent);
  const memory = createAnswerMemory(deps.dataVersion);
  const inFlight = createKeysInFlight();
  return async function uploadPhp(ctx, next) {
    if (!UPLOAD_PHP.test(ctx.path)) return next();
    const name = ctx.query.action;
    if (name === undefined && ctx.method === 'POST') return next();
    const action = findAction(deps, typeof name === 'string' ? name : '');
    ctx.state.operation = String(name);
    checkMethod(ctx, action);

    const now = deps.now();
    const caller = await identify(deps, ctx, now);
    await limits.consume(
      action.rate,
      action.rate === 'auth' ? caller.key : (caller.viewer?.accountId ?? caller.key),
    );
    if (caller.sessionIsGone && caller.viaCookie) writeCookie(deps, ctx, null);
    if (action.method === 'POST' && (caller.viaCookie || !caller.viewer)) {
      refuseCrossSite(ctx, deps.env.publicOrigin);
    }
    checkAccess(action, caller);
    const tasks: (() => void | Promise<void>)[] = [];
    let session: string | null | undefined;
    let usesReserve = false;
    // Reads leave this thread, at their caller's turn and price; writes are paid for alike.
    let cost = 0;
    const addCost = (milliseconds: number) => {
      cost += milliseconds;
    };
    const context: ActionContext = {
      deps,
      db: deps.db,
      viewer: caller.viewer,
      now,
      callerKey: caller.key,
      viewerIn: async (tx) => (context.viewer ??= await becomeGuest(tx, context)),
      trySecret: (of, check) => limits.trySecret(secretOf(deps, caller, of), check),
      trustAddress: (accountId) => {
        const { account, address } = secretOf(deps, caller, { accountId, name: '' });
        return limits.trust(account, address);
      },
      audit: (deed, tx = context.db) =>
        appendAudit(tx, { ...deed, actorId: signedIn(context).accountId }, now, deps.keys.audit),
      afterCommit: (task) => tasks.push(task),
      setSession: (token) => {
        session = token;
      },
    };
    // Who moderates empties a flooded house, whatever that costs.
    const mayCost = isModerator(caller.viewer)
      ? async () => {}
      : () => limits.refuseSpent('query', caller.key);
    const read = async () => {
      await mayCost();
      context.db = deps.readers.as(caller.key, addCost);
      try {
        return readAnswer(await action.run(await readBody(ctx, action), context));
      } finally {
        await limits.charge('query', caller.key, cost);
      }
    };
    if (action.kept) {
      const key = `${ctx.querystring} ${caller.viewer?.accountId ?? ''}`;
      return sendRead(ctx, await memory.recall(key, now, read));
    }
    if (action.method === 'GET') return sendRead(ctx, await read());
    const key = takesKey(String(name), action) ? readKey(ctx) : null;
    const body = await readBody(ctx, action);
    await mayCost();
    if (action.freshPassword) await checkFreshPassword(context, body);
    const write = key === null ? null : { key, action: String(name), body };
    const run = () => runAction(transact, limits, action, body, context, addCost, write);
    const runOrMakeRoom = () =>
      run().catch((error) => {
        const mayRetry = isDiskFull(error) && action.makesRoom && deps.reserve.giveUp();
        if (!mayRetry) throw error;
        usesReserve = true;
        tasks.length = 0;
        return run();
      });
    const who = caller.viewer?.accountId ?? caller.key;
    const result = await (key === null ? runOrMakeRoom() : inFlight(who, key, runOrMakeRoom)).finally(() =>
      limits.charge('query', caller.key, cost),
    );
    for (const task of [...tasks, deps.ledger.catchUp]) {
      try {
        await task();
      } catch (error) {
        deps.log.error({ err: error, requestId: ctx.state.requestId }, 'a task after the commit failed');
      }
    }
    if (usesReserve) deps.reserve.takeBack();
    if (session !== undefined) writeCookie(deps, ctx, session);
    present(ctx, result);
  };
}
