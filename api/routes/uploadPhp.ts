// `/upload.php?action=NAME`: one pipeline for every action —
// known and allowed method → session → rate limit → same site → access → schema → transaction → run → present.
import type { Context, Middleware } from 'koa';
import type { Action, Viewer } from '../action.ts';
import { createTransact } from '../db/transact.ts';
import type { Deps } from '../deps.ts';
import { emptyLogIfPossible } from '../jobs/tidy.ts';
import type { RateLimits } from '../middleware/rateLimit.ts';
import { type ActionCall, beginCall } from './actionCall.ts';
import { admit, checkFreshPassword, checkMethod, findAction, readBody, refuseSpent } from './admission.ts';
import { answerText, createAnswerMemory, readAnswer, sendRead } from './answers.ts';
import { createKeysInFlight, KeptAnswer, readKey, takesKey } from './idempotency.ts';
import { runAction, runOrMakeRoom } from './runAction.ts';
import { writeCookie, writeMarks } from './session.ts';

export const UPLOAD_PHP = /^(?:\/aural)?\/upload\.php$/;

function present(ctx: Context, result: unknown): void {
  ctx.status = 200;
  ctx.type = 'application/json; charset=utf-8';
  ctx.set('Cache-Control', 'no-store');
  ctx.body = result instanceof KeptAnswer ? result.text : answerText(result);
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

/** Among whom a kept answer is shared; no id of an account is a role. */
const whoseAnswer = ({ kept }: Action, viewer: Viewer | null): string =>
  (kept === 'byRole' ? viewer?.role : viewer?.accountId) ?? '';

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
    if (action.freshPassword) await checkFreshPassword(context, action, body);
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
    if (call.marks !== undefined) writeMarks(deps, ctx, call.marks);
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
    const key = `${ctx.querystring} ${whoseAnswer(action, call.context.viewer)}`;
    const found = await (action.kept ? memory.recall(key, now, answer) : answer());
    if (call.session !== undefined) writeCookie(deps, ctx, call.session);
    return sendRead(ctx, found);
  };
}
