// What an action does, typed by its declaration in `contract/actions`. The registry (`actions.ts`) collects them;
// `routes/pipeline.ts` runs them through one pipeline.
import type { output, ZodMiniType } from 'zod/mini';
import type { Call, CallTable } from './contract/call.ts';
import type { Role } from './contract/roles.ts';
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

/** What stands in the audit log beside who and when. */
export type AuditDeed = Omit<AuditEntry, 'actorId'>;

/** Keyed hashes of where a caller is. */
export interface AddressKeys {
  /** Of the address block. */
  key: string;
  /** Of the IPv6 /48 around it; of an IPv4 address the same as `key`. */
  siteKey: string;
}

/** What a browser's mark of having signed in before is about; a guest has no password and gets none. */
export interface MarkedAccount {
  id: string;
  password_hash: string | null;
}

/** A secret of somebody who may not be signed in. */
export interface TriedSecret {
  /** null: nobody has that name. */
  account: MarkedAccount | null;
  /** As it was typed. */
  name: string;
  /** Too long to be guessed: tries count by address alone. */
  isLongCode?: boolean;
}

export interface ActionContext {
  deps: Deps;
  /** The transaction of a write, the plain connection of a read. */
  db: Db;
  viewer: Viewer | null;
  /** Milliseconds since 1970; one instant for the whole call. */
  now: number;
  /** Keyed hash of the caller's address. */
  callerKey: string;
  /** Roughly the caller's browser, for the list of devices. */
  browser: string;
  /** The session it came with was ended from elsewhere. */
  wasEnded: boolean;
  /** Who shows the password again in this call has shown the right one. */
  hasShownPassword: boolean;
  /**
   * The caller, for an action of access `guest` that opens its own transaction: a visitor becomes a guest in `tx`, so
   * that a refusal leaves no empty account.
   */
  viewerIn(tx: Db): Promise<Viewer>;
  /**
   * Asks `check` whether a secret of an account is right and counts the wrong ones, so that nobody can guess from many
   * addresses. `inSession`: the caller's own secret. Throws `rate_limited`.
   */
  trySecret(of: TriedSecret | 'inSession', check: () => Promise<boolean>): Promise<boolean>;
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
  /** From now on this browser is one that the account has signed in from; null: it forgets all that have. */
  markDevice(account: MarkedAccount | null): void;
}

/** An action as the dispatcher sees it: what is declared, and what it does. Its own schema has checked `body`. */
export interface Action extends Call {
  run(body: never, context: ActionContext): Promise<unknown>;
}

type Result<C extends Call> = C['beside'] extends ZodMiniType
  ? Answer<output<C['data']>, output<C['beside']> & object>
  : output<C['data']>;

type Run<C extends Call> = (body: output<C['body']>, context: ActionContext) => Promise<Result<C>>;

/**
 * Actions of a noun, typed by its declarations: a name that is not declared, or another answer, does not compile. One
 * noun may be implemented in several files; the registry misses what none of them has.
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

/** Answer with fields beside `data`, as `requiresReview` of an upload or `nextCursor` of a page. */
export class Answer<Data, Beside extends object> {
  readonly data: Data;
  readonly beside: Beside;

  constructor(data: Data, beside: Beside) {
    this.data = data;
    this.beside = beside;
  }
}

export const isModerator = (viewer: Viewer | null) =>
  viewer?.role === 'moderator' || viewer?.role === 'admin';

/** Free to make: a visitor, or an account without a password. */
export const isGuest = (viewer: Viewer | null) => viewer === null || viewer.role === 'guest';
