// The declaration of an action: everything but its implementation. Types, registry, OpenAPI, the access table and the
// browser's calls are derived from it. The browser imports only its types.
import type * as z from 'zod/mini';
import { nothing } from './fields.ts';

type Schema = z.ZodMiniType;

/**
 * Who may call.
 * `public`: all callers, with or without a session.
 * `guest`: an account; a visitor's first write creates one.
 * `signedIn`: an existing session.
 * `owner`: the owner, decided by the noun's `policy.ts`; `ownerOrModerator`: also moderators.
 * `moderator`, `admin`: by role; an admin is also a moderator.
 */
export type Access = 'public' | 'guest' | 'signedIn' | 'owner' | 'ownerOrModerator' | 'moderator' | 'admin';

/**
 * The rate limit of a call. `comment`, `like`, `report` and `lasting` are writes with a limit of their own; a refused or
 * repeated comment does not count against it. `lasting`: adds a row to the ledger, which keeps it for ever. `auth` and `name`
 * are counted per address, for every caller.
 */
export type RateClass =
  | ('name' | 'read' | 'auth' | 'ticket' | 'upload')
  | ('write' | 'comment' | 'like' | 'report' | 'lasting');

export interface Call<
  Method extends 'GET' | 'POST' = 'GET' | 'POST',
  Body extends Schema = Schema,
  Data extends Schema = Schema,
  Extra extends Schema | null = Schema | null,
> {
  method: Method;
  access: Access;
  rate: RateClass;
  /** The query of a GET, the JSON body of a POST. Unknown fields are dropped. */
  body: Body;
  /** `data` of the answer; unknown fields are not allowed. */
  data: Data;
  /** Fields next to `data`; null when there are none. */
  extra: Extra;
  /** `own`: the action opens its own transactions, because it waits for something slow in between. */
  transaction: 'none' | 'one' | 'own';
  /** Exists in demo mode only; 404 elsewhere. */
  demoOnly: boolean;
  /** Needs the caller's password as `password` in the body. */
  freshPassword: boolean;
  /**
   * The answer depends only on query, viewer and database, and is cached until a row changes. `byRole`: of the viewer it
   * depends only on the role, so that all viewers with that role share it.
   */
  cached: boolean | 'byRole';
  /** Makes room, or signs in an account that can: may use the disk reserve when the disk is full. */
  makesRoom: boolean;
  /** Ends the caller's session, so it takes no idempotency key. */
  endsSession: boolean;
}

/** The calls of one noun, by name. */
export type CallTable = Record<string, Call>;

type Settings = Partial<Omit<Call, 'method' | 'access' | 'body' | 'data' | 'extra'>>;

interface Given<Data, Extra> extends Settings {
  access: Access;
  data: Data;
  extra?: Extra;
}

const USUAL = {
  demoOnly: false,
  freshPassword: false,
  cached: false,
  makesRoom: false,
  endsSession: false,
} as const;

/** A read without side effects. */
export function get<
  Data extends Schema,
  Query extends Schema = typeof nothing,
  Extra extends Schema | null = null,
>({ query, extra, ...given }: Given<Data, Extra> & { query?: Query }): Call<'GET', Query, Data, Extra> {
  return {
    ...USUAL,
    method: 'GET',
    rate: 'read',
    transaction: 'none',
    body: (query ?? nothing) as Query,
    extra: (extra ?? null) as Extra,
    ...given,
  };
}

/** A write: by default in one transaction, and counted as `write`. */
export function post<
  Data extends Schema,
  Body extends Schema = typeof nothing,
  Extra extends Schema | null = null,
>({ body, extra, ...given }: Given<Data, Extra> & { body?: Body }): Call<'POST', Body, Data, Extra> {
  return {
    ...USUAL,
    method: 'POST',
    rate: 'write',
    transaction: 'one',
    body: (body ?? nothing) as Body,
    extra: (extra ?? null) as Extra,
    ...given,
  };
}
