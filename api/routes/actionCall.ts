// One call of an action under way: what the action may ask and do, and what comes of it beside its answer.
import { usernameKey } from '../accounts/rules.ts';
import { insertGuest } from '../accounts/store.ts';
import { type ActionContext, type AddressKeys, signedIn, type Viewer } from '../action.ts';
import { appendAudit } from '../db/auditLog.ts';
import type { Db } from '../db/client.ts';
import type { Deps } from '../deps.ts';
import type { RateLimits, Secret } from '../middleware/rateLimit.ts';
import { knownBy, markedFor } from '../sessions/knownDevices.ts';
import { startSession } from '../sessions/queries.ts';
import { hashToken } from '../sessions/tokens.ts';
import type { Caller } from './session.ts';

export interface ActionCall {
  context: ActionContext;
  address: AddressKeys;
  /** For after the commit, in order. */
  tasks: (() => void | Promise<void>)[];
  /** For the answer's cookie; null ends it, undefined leaves it as it is. */
  session: string | null | undefined;
  /** For the answer's cookie of known devices; empty ends it, undefined leaves it as it is. */
  marks: string | undefined;
  /** The disk's reserve was given up for it: it is taken back when room has been made. */
  usesReserve: boolean;
  /** Milliseconds the database has worked for the call. */
  cost: number;
  addCost(milliseconds: number): void;
}

/** Neither ids nor names somebody typed stand in the limit store. */
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

async function becomeGuest(db: Db, context: ActionContext): Promise<Viewer> {
  const guest = await insertGuest(db, context.now);
  const token = await startSession(db, guest.id, context.now, context.browser);
  context.setSession(token);
  return { accountId: guest.id, username: guest.username, role: 'guest', tokenHash: hashToken(token) };
}

export function beginCall(deps: Deps, limits: RateLimits, caller: Caller, now: number): ActionCall {
  let madeIn: Db | null = null;
  const context: ActionContext = {
    deps,
    db: deps.db,
    viewer: caller.viewer,
    now,
    callerKey: caller.key,
    browser: caller.browser,
    wasEnded: caller.wasEnded,
    hasShownPassword: false,
    viewerIn: async (tx) => {
      // One that was made in a transaction that is run again is gone with the first try.
      if (context.viewer && (madeIn === null || madeIn === tx)) return context.viewer;
      madeIn = tx;
      context.viewer = await becomeGuest(tx, context);
      return context.viewer;
    },
    trySecret: (of, check) => limits.trySecret(secretOf(deps, caller, of), check),
    trustAddress: (accountId) => {
      const account = deps.keys.pseudonym('name', `id ${accountId}`);
      return limits.trust(account, caller.key);
    },
    audit: (deed, tx = context.db) =>
      appendAudit(tx, { ...deed, actorId: signedIn(context).accountId }, now, deps.keys.audit),
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
