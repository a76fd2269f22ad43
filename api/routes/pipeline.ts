// `/upload.php?action=NAME` or `/api/actions/NAME`: one pipeline for every action, from top to bottom —
// known action, method → session → limits → same site → access → body → transaction → run → present.
import type { Context, Middleware } from 'koa';
import { checkPassword } from '../accounts/passwords.ts';
import { findAccount } from '../accounts/queries.ts';
import { usernameKey } from '../accounts/rules.ts';
import { insertGuest } from '../accounts/store.ts';
import {
  type Action,
  type ActionContext,
  type AddressKeys,
  isModerator,
  signedIn,
  type Viewer,
} from '../action.ts';
import { ACTIONS } from '../actions.ts';
import type { RateClass } from '../contract/call.ts';
import { appendAudit } from '../db/auditLog.ts';
import type { Db } from '../db/client.ts';
import type { Transact } from '../db/groupCommit.ts';
import { createTransact } from '../db/groupCommit.ts';
import type { KeyedWrite } from '../db/idempotencyKeys.ts';
import type { Deps } from '../deps.ts';
import {
  ApiError,
  forbidden,
  notSignedIn,
  passwordMissing,
  refusedBySchema,
  sessionEnded,
} from '../errors.ts';
import { emptyLogIfPossible } from '../jobs/tidy.ts';
import { isDiskFull } from '../middleware/errors.ts';
import { readJsonBody } from '../middleware/jsonBody.ts';
import type { RateLimits, Secret } from '../middleware/rateLimit.ts';
import { refuseCrossSite } from '../middleware/sameSite.ts';
import { knownBy, markedFor } from '../sessions/knownDevices.ts';
import { startSession } from '../sessions/queries.ts';
import { hashToken } from '../sessions/tokens.ts';
import { answerText, createAnswerCache, type ReadAnswer, readAnswer, sendRead } from './answers.ts';
import { createKeysInFlight, onceInTransaction, readKey, StoredAnswer, takesKey } from './idempotency.ts';
import { type Caller, identify, writeCookie, writeMarks } from './session.ts';

export const UPLOAD_PHP = /^(?:\/aural)?\/upload\.php$/;
/** Followed by the name of an action: the same as `/upload.php?action=NAME`, for tools that only know paths. */
export const ACTIONS_PATH = '/api/actions/';

/** Undefined for other paths, and for a POST without an action, which uploads. */
function actionNameOf(ctx: Context): string | undefined {
  if (ctx.path.startsWith(ACTIONS_PATH)) return ctx.path.slice(ACTIONS_PATH.length);
  if (!UPLOAD_PHP.test(ctx.path)) return undefined;
  const { action } = ctx.query;
  if (action === undefined) return ctx.method === 'POST' ? undefined : '';
  return typeof action === 'string' ? action : '';
}

/** Handles requests with an `action`. A POST without one is an upload and goes to the next middleware. */
export function actionPipeline(deps: Deps, limits: RateLimits): Middleware {
  const pipeline: Pipeline = {
    deps,
    limits,
    transact: createTransact(deps.db, deps.writerSpent),
    inFlight: createKeysInFlight(),
  };
  const cache = createAnswerCache(deps.dataVersion);

  return async function actionPipeline(ctx, next) {
    const name = actionNameOf(ctx);
    if (name === undefined) return next();
    const action = findAction(deps, name);
    ctx.state.operation = name;
    checkMethod(ctx, action);
    const now = deps.now();
    const caller = await admit(deps, limits, ctx, action, now);
    const call = beginCall(deps, limits, caller, now);
    if (action.method === 'POST') {
      const result = await write(pipeline, ctx, name, action, call);
      writeCookies(deps, ctx, call);
      return sendWritten(ctx, result);
    }
    const answer = () => read(limits, ctx, action, call);
    const key = `${name} ${ctx.querystring} ${sharedBy(action, call.context.viewer)}`;
    const found = await (action.cached ? cache.recall(key, now, answer) : answer());
    writeCookies(deps, ctx, call);
    return sendRead(ctx, found);
  };
}

interface Pipeline {
  deps: Deps;
  limits: RateLimits;
  transact: Transact;
  inFlight: ReturnType<typeof createKeysInFlight>;
}

// Known action, method

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

// Session → limits → same site → access

/** Answers the caller if the request is within its limits and allowed; otherwise throws the refusal. */
async function admit(
  deps: Deps,
  limits: RateLimits,
  ctx: Context,
  action: Action,
  now: number,
): Promise<Caller> {
  const caller = await identify(deps, ctx, now);
  await consumeLimits(limits, action.rate, caller);
  if (caller.sessionIsGone && caller.viaCookie && !caller.wasEnded) writeCookie(deps, ctx, null);
  if (action.method === 'POST' && (caller.viaCookie || !caller.viewer)) {
    refuseCrossSite(ctx, deps.env.publicOrigin);
  }
  checkAccess(action, caller);
  return caller;
}

/** Limits that belong to an address and to no account. */
const BY_ADDRESS: ReadonlySet<RateClass> = new Set(['auth', 'name']);
/** For the account these count as writes; at the address they have a limit of their own. */
const classOfAccount = (rate: RateClass) =>
  rate === 'comment' || rate === 'like' || rate === 'report' || rate === 'lasting' ? 'write' : rate;

/**
 * The account's limit, then its address's, because accounts are free. A request above the account's limit does not count
 * against its neighbours. Moderators are exempt at the address: they may have to clean up after a flood from it.
 */
async function consumeLimits(limits: RateLimits, rate: RateClass, caller: Caller): Promise<void> {
  const own = BY_ADDRESS.has(rate) ? caller.key : (caller.viewer?.accountId ?? caller.key);
  await limits.consume(classOfAccount(rate), own);
  if (!isModerator(caller.viewer)) await limits.consumeOfAddress(rate, caller);
}

/** A dead token does no harm where no account is needed. */
function checkAccess(action: Action, { viewer, tokenIsDead, wasEnded }: Caller): void {
  if (action.access === 'public') return;
  if (!viewer) {
    if (action.access === 'guest' && !tokenIsDead) return;
    throw wasEnded ? sessionEnded() : notSignedIn();
  }
  if (action.access === 'moderator' && !isModerator(viewer)) throw forbidden('This call is for moderators');
  if (action.access === 'admin' && viewer.role !== 'admin') throw forbidden('This call is for admins');
}

// Body

async function readBody(ctx: Context, action: Action): Promise<never> {
  const { action: _name, ...query } = ctx.query;
  const sent = action.method === 'GET' ? query : await readJsonBody(ctx);
  const parsed = action.body.safeParse(sent);
  if (parsed.success) return parsed.data as never;
  throw refusedBySchema(parsed.error, sent);
}

/** Moderators are never refused for the cost of their queries: they may have to clean up after a flood. */
async function refuseSpent(limits: RateLimits, { context }: ActionCall): Promise<void> {
  if (!isModerator(context.viewer)) await limits.refuseSpent('query', context.callerKey);
}

/** Asks for the password again before an action that cannot be undone: an open session is not enough. */
async function checkFreshPassword(context: ActionContext, body: { password?: unknown }): Promise<void> {
  const { viewer, deps } = context;
  const account = viewer && (await findAccount(deps.db, viewer.accountId));
  const password = typeof body.password === 'string' ? body.password : '';
  const check = () => checkPassword(account?.password_hash ?? null, password);
  if (!(await context.trySecret('inSession', check))) {
    throw passwordMissing();
  }
}

// A read

/** Reads run on the reader connections, in the caller's turn and at the caller's cost. */
async function read(limits: RateLimits, ctx: Context, action: Action, call: ActionCall): Promise<ReadAnswer> {
  const { context } = call;
  await refuseSpent(limits, call);
  context.db = context.deps.readers.as(context.callerKey, call.addCost);
  try {
    return readAnswer(await action.run(await readBody(ctx, action), context));
  } finally {
    await limits.charge('query', context.callerKey, call.cost);
  }
}

/** The callers who share a cached answer. No account id equals a role. */
const sharedBy = ({ cached }: Action, viewer: Viewer | null): string =>
  (cached === 'byRole' ? viewer?.role : viewer?.accountId) ?? '';

// A write

/** Writes are charged like reads. */
async function write(
  { deps, limits, transact, inFlight }: Pipeline,
  ctx: Context,
  name: string,
  action: Action,
  call: ActionCall,
): Promise<unknown> {
  const { context } = call;
  const key = takesKey(action) ? readKey(ctx) : null;
  const body = await readBody(ctx, action);
  await refuseSpent(limits, call);
  if (action.freshPassword) await checkFreshPassword(context, body);
  const keyed = key === null ? null : { key, action: name, body };
  const who = context.viewer?.accountId ?? context.callerKey;
  const work = () =>
    limitComments(limits, action, who, () =>
      runOrMakeRoom(action, call, () => runAction(transact, limits, action, body, call, keyed)),
    );
  const result = await (key === null ? work() : inFlight(who, key, work)).finally(() =>
    limits.charge('query', context.callerKey, call.cost),
  );
  await runTasks(ctx, call);
  if (call.usesReserve) await regainRoom(deps);
  return result;
}

/**
 * Counts a comment before it is written, so that two concurrent ones cannot both pass. A refused comment and the repeat
 * of a stored one are given back.
 */
async function limitComments(
  limits: RateLimits,
  action: Action,
  who: string,
  work: () => Promise<unknown>,
): Promise<unknown> {
  if (action.rate !== 'comment') return work();
  await limits.consume('comment', who);
  try {
    const result = await work();
    if (result instanceof StoredAnswer) await limits.giveBack('comment', who);
    return result;
  } catch (error) {
    await limits.giveBack('comment', who);
    throw error;
  }
}

/** Runs it; once more with the disk reserve released if the action makes room on a full disk. */
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

/** Runs the action in the transaction it declares. A visitor's first write creates a guest in the same transaction. */
async function runAction(
  transact: Transact,
  limits: RateLimits,
  action: Action,
  body: never,
  call: ActionCall,
  keyed: KeyedWrite | null,
): Promise<unknown> {
  const { context } = call;
  const needsGuest = action.access === 'guest' && !context.viewer && action.method === 'POST';
  if (needsGuest) await limits.consumeOfAddress('guest', call.address);
  if (action.transaction !== 'one') return action.run(body, context);
  const { viewer } = context;
  const work = async (tx: Db) => {
    // The transaction may run again: drop what a rolled-back run left.
    resetCall(call, viewer);
    context.db = tx;
    if (needsGuest) await context.viewerIn(tx);
    const run = () => action.run(body, context);
    return keyed ? onceInTransaction(tx, context, keyed, run) : run();
  };
  return transact(work, context.callerKey, call.addCost);
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

/** The write-ahead log also takes room: many times what its changes take in the database. */
async function regainRoom(deps: Deps): Promise<void> {
  await emptyLogIfPossible(deps);
  deps.reserve.takeBack();
}

// Present

function sendWritten(ctx: Context, result: unknown): void {
  ctx.status = 200;
  ctx.type = 'application/json; charset=utf-8';
  ctx.set('Cache-Control', 'no-store');
  ctx.body = result instanceof StoredAnswer ? result.text : answerText(result);
}

function writeCookies(deps: Deps, ctx: Context, call: ActionCall): void {
  if (call.session !== undefined) writeCookie(deps, ctx, call.session);
  if (call.marks !== undefined) writeMarks(deps, ctx, call.marks);
}

// What an action may ask and do during one call, and what its call leaves for the answer

interface ActionCall {
  context: ActionContext;
  address: AddressKeys;
  /** Run after the commit, in order. */
  tasks: (() => void | Promise<void>)[];
  /** The session cookie of the answer: null ends it, undefined leaves it as it is. */
  session: string | null | undefined;
  /** The cookie of known devices: empty ends it, undefined leaves it as it is. */
  marks: string | undefined;
  /** The disk reserve was released for this call; it is taken back once there is room. */
  usesReserve: boolean;
  /** Milliseconds of database work. */
  cost: number;
  addCost(milliseconds: number): void;
}

function beginCall(deps: Deps, limits: RateLimits, caller: Caller, now: number): ActionCall {
  let guestOf: Db | null = null;
  const context: ActionContext = {
    deps,
    db: deps.db,
    viewer: caller.viewer,
    now,
    callerKey: caller.key,
    browser: caller.browser,
    wasEnded: caller.wasEnded,
    viewerIn: async (tx) => {
      // A guest of a rolled-back transaction does not exist: create another.
      if (context.viewer && (guestOf === null || guestOf === tx)) return context.viewer;
      guestOf = tx;
      context.viewer = await createGuest(tx, context);
      return context.viewer;
    },
    trySecret: (of, check) => limits.trySecret(secretOf(deps, caller, of), check),
    hasBudget: async (kind) => {
      try {
        await limits.consumeOfAddress(kind, caller);
        return true;
      } catch (error) {
        if (error instanceof ApiError && error.code === 'rate_limited') return false;
        throw error;
      }
    },
    trustAddress: (accountId) => {
      const account = deps.keys.pseudonym('name', `id ${accountId}`);
      return limits.trust(account, caller.key);
    },
    audit: (entry, tx = context.db) =>
      appendAudit(tx, { ...entry, actorId: signedIn(context).accountId }, now, deps.keys.audit),
    afterCommit: (task) => call.tasks.push(task),
    setSession: (token) => {
      call.session = token;
    },
    markDevice: (account) => {
      if (account === null) call.marks = '';
      else if (account.password_hash !== null) call.marks = markedFor(deps.keys, caller.marks, account);
    },
  };
  const call: ActionCall = {
    context,
    address: caller,
    tasks: [],
    session: undefined,
    marks: undefined,
    usesReserve: false,
    cost: 0,
    addCost: (milliseconds) => {
      call.cost += milliseconds;
    },
  };
  return call;
}

function resetCall(call: ActionCall, viewer: Viewer | null): void {
  call.tasks.length = 0;
  call.session = undefined;
  call.marks = undefined;
  call.context.viewer = viewer;
}

async function createGuest(db: Db, context: ActionContext): Promise<Viewer> {
  const guest = await insertGuest(db, context.now);
  const token = await startSession(db, guest.id, context.now, context.browser);
  context.setSession(token);
  return { accountId: guest.id, username: guest.username, role: 'guest', tokenHash: hashToken(token) };
}

/** The limit store holds neither ids nor typed names, only pseudonyms. */
function secretOf(
  { keys }: Deps,
  { viewer, key: address, marks }: Caller,
  of: Parameters<ActionContext['trySecret']>[0],
): Secret {
  if (of === 'inSession') {
    const account = keys.pseudonym('name', `id ${viewer?.accountId}`);
    return { account, session: viewer?.tokenHash ?? null, device: null, address, isLongCode: false };
  }
  const { account: named, name, isLongCode = false } = of;
  const account = keys.pseudonym('name', named ? `id ${named.id}` : `name ${usernameKey(name)}`);
  const device = named && knownBy(keys, marks, named);
  return { account, session: null, device: device && `${account} ${device}`, address, isLongCode };
}
