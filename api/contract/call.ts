// The form of a declaration: everything there is to say about an action but what it does. Types, registry, OpenAPI,
// the matrix of rights and the browser's calls are derived from it; the browser imports it as a type only.
import type * as z from 'zod/mini';
import { nothing } from './fields.ts';

type Schema = z.ZodMiniType;

/**
 * Who may call.
 * `public`: anybody, with or without a session.
 * `guest`: an account; a visitor's first write creates one (K6).
 * `signedIn`: an existing session.
 * `owner`: the one it belongs to; `ownerOrModerator`: and moderators. Whose it is decides the noun's `policy.ts`.
 * `moderator`, `admin`: by role; an admin is also a moderator.
 */
export type Access = 'public' | 'guest' | 'signedIn' | 'owner' | 'ownerOrModerator' | 'moderator' | 'admin';

/**
 * Which request budget a call is counted against. `comment`: a write that also keeps a pace; one that is refused, or
 * the repeat of one that is done, leaves the pace as it was. `like` and `report`: writes with a budget of their own beside.
 * The server counts `auth` and `name` per address, for every caller.
 */
export type RateClass =
  | ('name' | 'read' | 'auth' | 'ticket' | 'upload')
  | ('write' | 'comment' | 'like' | 'report');

export interface Call<
  Method extends 'GET' | 'POST' = 'GET' | 'POST',
  Body extends Schema = Schema,
  Data extends Schema = Schema,
  Beside extends Schema | null = Schema | null,
> {
  method: Method;
  access: Access;
  rate: RateClass;
  /** The query of a GET, the JSON body of a POST; what it does not name is dropped. */
  body: Body;
  /** `data` of the answer, without any field that is not named. */
  data: Data;
  /** Fields beside `data`; null when there are none. */
  beside: Beside;
  /** `own`: the action opens its own transactions because it waits for something slow in between. */
  transaction: 'none' | 'one' | 'own';
  /** Exists in demo mode only; 404 elsewhere. */
  demoOnly: boolean;
  /**
   * Asks for the caller's password again, as `password` in the body. `ofAdmins`: only where it is about an admin; elsewhere it
   * may be left out.
   */
  freshPassword: boolean | 'ofAdmins';
  /**
   * A read whose answer follows from query, viewer and database alone: it is kept until a row changes. `byRole`: of the
   * viewer it asks for the role alone, and all of one role share it.
   */
  kept: boolean | 'byRole';
  /** Makes room, or signs in who will: may use the reserve when the disk is full. */
  makesRoom: boolean;
  /** Ends the session it comes with: its repeat is a write of its own. */
  endsSession: boolean;
}

/** The calls of one noun, by name. */
export type CallTable = Record<string, Call>;

type Settings = Partial<Omit<Call, 'method' | 'access' | 'body' | 'data' | 'beside'>>;

interface Given<Data, Beside> extends Settings {
  access: Access;
  data: Data;
  beside?: Beside;
}

const USUAL = {
  demoOnly: false,
  freshPassword: false,
  kept: false,
  makesRoom: false,
  endsSession: false,
} as const;

/** A read without side effects. `query` is left out when there is none. */
export function get<
  Data extends Schema,
  Query extends Schema = typeof nothing,
  Beside extends Schema | null = null,
>({ query, beside, ...given }: Given<Data, Beside> & { query?: Query }): Call<'GET', Query, Data, Beside> {
  return {
    ...USUAL,
    method: 'GET',
    rate: 'read',
    transaction: 'none',
    body: (query ?? nothing) as Query,
    beside: (beside ?? null) as Beside,
    ...given,
  };
}

/** A write in one transaction, counted as a write, unless said otherwise. `body` is left out when there is none. */
export function post<
  Data extends Schema,
  Body extends Schema = typeof nothing,
  Beside extends Schema | null = null,
>({ body, beside, ...given }: Given<Data, Beside> & { body?: Body }): Call<'POST', Body, Data, Beside> {
  return {
    ...USUAL,
    method: 'POST',
    rate: 'write',
    transaction: 'one',
    body: (body ?? nothing) as Body,
    beside: (beside ?? null) as Beside,
    ...given,
  };
}
