// The implementation of an action, typed by its declaration in `contract/<noun>.ts`. The registry (`actions.ts`) collects
// them; `routes/pipeline.ts` runs them.
import type { output, ZodMiniType } from 'zod/mini';
import type { Call, CallTable } from './contract/call.ts';
import type { Role } from './contract/roles.ts';
import type { AuditEntry } from './db/auditLog.ts';
import type { Db } from './db/client.ts';
import type { Deps } from './deps.ts';
import { notSignedIn } from './errors.ts';

/** The caller, from the session only, never from a body. */
export interface Viewer {
  accountId: string;
  username: string;
  role: Role;
  /** Names the session in the database. */
  tokenHash: string;
}

/** An audit log entry without actor and time. */
export type AuditAction = Omit<AuditEntry, 'actorId'>;

/** Keyed hashes of the caller's address. */
export interface AddressKeys {
  /** Of the address block. */
  key: string;
  /** Of the IPv6 /48; for IPv4 the same as `key`. */
  siteKey: string;
}

/** The account of a known-device mark; guests have no password and get no mark. */
export interface MarkedAccount {
  id: string;
  password_hash: string | null;
}

/** A secret of an account that may not be signed in. */
export interface TriedSecret {
  /** null: unknown name. */
  account: MarkedAccount | null;
  /** As typed. */
  name: string;
  /** Too long to guess: tries count only per address. */
  isLongCode?: boolean;
}

export interface ActionContext {
  deps: Deps;
  /** The transaction of a write, the plain connection of a read. */
  db: Db;
  viewer: Viewer | null;
  /** Milliseconds since 1970, constant during the call. */
  now: number;
  /** Keyed hash of the caller's address. */
  callerKey: string;
  /** Browser and system of the caller, for the list of devices. */
  browser: string;
  /** The session was ended from another device. */
  wasEnded: boolean;
  /** For `guest` actions with their own transaction: creates a visitor's guest account in `tx`, so that a refusal leaves none. */
  viewerIn(tx: Db): Promise<Viewer>;
  /** Checks a secret and counts wrong ones against guessing from many addresses. `inSession`: the caller's own secret. Throws `rate_limited`. */
  trySecret(of: TriedSecret | 'inSession', check: () => Promise<boolean>): Promise<boolean>;
  /** Counts against a budget of the caller's address block; false if it is used up. */
  hasBudget(kind: 'urgentReport'): Promise<boolean>;
  /** Marks the caller's address as known to the account, so that guessing strangers do not lock it out. */
  trustAddress(accountId: string): Promise<void>;
  /** Writes to the audit log in the action's transaction; pass `tx` if the action opens its own. */
  audit(action: AuditAction, tx?: Db): Promise<void>;
  /** Runs after the commit, never on a rollback. */
  afterCommit(task: () => void | Promise<void>): void;
  /** Starts a session for the answer's cookie; null ends the cookie. */
  setSession(token: string | null): void;
  /** Marks this browser as known to the account; null removes all marks. */
  markDevice(account: MarkedAccount | null): void;
}

/** An action as the pipeline sees it: declaration and implementation. `body` is already checked by its schema. */
export interface Action extends Call {
  run(body: never, context: ActionContext): Promise<unknown>;
}

type Result<C extends Call> = C['extra'] extends ZodMiniType
  ? Answer<output<C['data']>, output<C['extra']> & object>
  : output<C['data']>;

type Run<C extends Call> = (body: output<C['body']>, context: ActionContext) => Promise<Result<C>>;

/**
 * The actions of a noun, typed by its declarations: an undeclared name or another answer does not compile. Several calls may
 * implement a noun; the registry does not compile if an action is missing.
 */
export function implement<Calls extends CallTable, Name extends keyof Calls & string>(
  calls: Calls,
  runs: { [N in Name]: Run<Calls[N]> },
): { [N in Name]: Action } {
  const actions = Object.entries<Run<Calls[Name]>>(runs).map(([name, run]) => [
    name,
    { ...calls[name], run },
  ]);
  return Object.fromEntries(actions) as { [N in Name]: Action };
}

/** The caller of an action whose access level guarantees one. */
export function signedIn(context: ActionContext): Viewer {
  if (!context.viewer) throw notSignedIn();
  return context.viewer;
}

/** An answer with fields next to `data`, such as `requiresReview` or `nextCursor`. */
export class Answer<Data, Extra extends object> {
  readonly data: Data;
  readonly extra: Extra;

  constructor(data: Data, extra: Extra) {
    this.data = data;
    this.extra = extra;
  }
}

export const isModerator = (viewer: Viewer | null) =>
  viewer?.role === 'moderator' || viewer?.role === 'admin';

/** A visitor, or an account without a password: free to create. */
export const isGuest = (viewer: Viewer | null) => viewer === null || viewer.role === 'guest';
