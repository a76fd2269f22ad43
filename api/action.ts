// The form of an action: who may call it, what its body looks like, and what it does. The registry
// (`actions.ts`) collects them; `routes/uploadPhp.ts` runs them through one pipeline.
import type { ZodMiniType } from 'zod/mini';
import type { Role } from './contract/accounts.ts';
import type { AuditEntry } from './db/auditLog.ts';
import type { Db } from './db/client.ts';
import type { Deps } from './deps.ts';
import { notSignedIn } from './errors.ts';

/** Who is calling, from the session alone; never from a body. */
export interface Viewer {
  accountId: string;
  username: string;
  role: Role;
  /** Names the session in the database. */
  tokenHash: string;
}

/**
 * `public`: anybody, with or without a session.
 * `guest`: an account; a visitor's first write creates one (K6).
 * `signedIn`: an existing session.
 * `moderator`, `admin`: by role; an admin is also a moderator.
 */
export type Access = 'public' | 'guest' | 'signedIn' | 'moderator' | 'admin';

/** Which request budget a call is counted against (`middleware/rateLimit.ts`). */
export type RateClass = 'read' | 'write' | 'comment' | 'auth' | 'ticket' | 'upload';

/** What stands in the audit log beside who and when. */
export type AuditDeed = Omit<AuditEntry, 'actorId'>;

export interface ActionContext {
  deps: Deps;
  /** The transaction of a write, the plain connection of a read. */
  db: Db;
  viewer: Viewer | null;
  /** Milliseconds since 1970; one instant for the whole call. */
  now: number;
  /** Keyed hash of the caller's address. */
  callerKey: string;
  /**
   * The caller, for an action of access `guest` that opens its own transaction: a visitor becomes a guest in `tx`, so
   * that a refusal leaves no empty account.
   */
  viewerIn(tx: Db): Promise<Viewer>;
  /**
   * Asks `check` whether a secret of an account (null: nobody has that name) is right and counts the wrong ones, so that
   * nobody can guess from many addresses. `inSession`: the caller's own secret. Throws `rate_limited`.
   */
  trySecret(
    of: { accountId: string | null; name: string } | 'inSession',
    check: () => Promise<boolean>,
  ): Promise<boolean>;
  /** The caller's address has proven to be the account's: strangers who guess do not lock it out. */
  trustAddress(accountId: string): Promise<void>;
  /**
   * Writes down in the audit log what the caller did, in the transaction of the deed: `tx` for an action that opens
   * its own.
   */
  audit(deed: AuditDeed, tx?: Db): Promise<void>;
  /** Runs after the commit, never on a rollback. */
  afterCommit(task: () => void | Promise<void>): void;
  /** Starts a session for the answer's cookie; null ends the cookie. */
  setSession(token: string | null): void;
}

export interface Action<Body, Data> {
  access: Access;
  body: ZodMiniType<Body>;
  rate: RateClass;
  method: 'GET' | 'POST';
  /** `own`: the action opens its own transactions because it waits for something slow in between. */
  transaction: 'none' | 'one' | 'own';
  /** Exists in demo mode only; 404 elsewhere. */
  demoOnly: boolean;
  /** Asks for the caller's password again, as `password` in the body. */
  freshPassword: boolean;
  /** A read whose answer follows from query, viewer and database alone: it is kept until a row changes. */
  kept: boolean;
  run(body: Body, context: ActionContext): Promise<Data>;
}

type Definition<Body, Data> = Pick<Action<Body, Data>, 'access' | 'body' | 'run'> &
  Partial<Action<Body, Data>>;

/** A POST in one transaction, counted as a write, unless said otherwise. */
export function defineAction<Body, Data>(definition: Definition<Body, Data>): Action<Body, Data> {
  const method = definition.method ?? 'POST';
  return {
    method,
    rate: method === 'GET' ? 'read' : 'write',
    transaction: method === 'GET' ? 'none' : 'one',
    demoOnly: false,
    freshPassword: false,
    kept: false,
    ...definition,
  };
}

/** A GET without side effects. */
export function defineRead<Body, Data>(definition: Definition<Body, Data>): Action<Body, Data> {
  return defineAction({ ...definition, method: 'GET' });
}

/** The caller of an action whose access level guarantees one. */
export function signedIn(context: ActionContext): Viewer {
  if (!context.viewer) throw notSignedIn();
  return context.viewer;
}

/** Answer with fields beside `data`, as `requiresReview` of an upload or `nextCursor` of a page. */
export class Answer<Data> {
  readonly data: Data;
  readonly beside: Record<string, unknown>;

  constructor(data: Data, beside: Record<string, unknown>) {
    this.data = data;
    this.beside = beside;
  }
}

export const isModerator = (viewer: Viewer | null) =>
  viewer?.role === 'moderator' || viewer?.role === 'admin';
