// Identifies the caller of a request by its token, and writes the session cookie.
import type { Context } from 'koa';
import { findViewer } from '../accounts/viewer.ts';
import type { AddressKeys, Viewer } from '../action.ts';
import type { Deps } from '../deps.ts';
import { addressBlock, addressSite } from '../middleware/rateLimit.ts';
import { roughBrowser } from '../sessions/browser.ts';
import { deviceCookieName, MARK_SECONDS, presentedMarks } from '../sessions/knownDevices.ts';
import { sessionExists, wasEndedElsewhere } from '../sessions/queries.ts';
import { cookieName, presentedToken } from '../sessions/tokens.ts';

const DAY_MS = 24 * 3600 * 1000;

export interface Caller extends AddressKeys {
  viewer: Viewer | null;
  /** The token is invalid: ended, revoked, invented, or expired by this server's clock. */
  tokenIsDead: boolean;
  /**
   * There is no such session. An expired one keeps its cookie, because a clock that is wrong at start would sign out all
   * users.
   */
  sessionIsGone: boolean;
  /** The session was ended from another device. The browser keeps the cookie until `me` reports it. */
  wasEnded: boolean;
  viaCookie: boolean;
  /** From `roughBrowser`. */
  browser: string;
  /** Marks of accounts that signed in from this browser before. */
  marks: readonly string[];
}

export const isSecure = (deps: { env: Pick<Deps['env'], 'publicOrigin'> }) =>
  deps.env.publicOrigin?.startsWith('https:') ?? false;

export const addressKeysOf = ({ keys }: Pick<Deps, 'keys'>, { ip }: Pick<Context, 'ip'>): AddressKeys => ({
  key: keys.pseudonym('address', addressBlock(ip)),
  siteKey: keys.pseudonym('address', addressSite(ip)),
});

export async function identify(deps: Deps, ctx: Context, now: number): Promise<Caller> {
  const headers = { cookie: ctx.get('Cookie'), authorization: ctx.get('Authorization') };
  const presented = presentedToken(headers, isSecure(deps));
  const viewer = presented?.token ? await findViewer(deps, presented.token, now) : null;
  const tokenIsDead = presented !== undefined && viewer === null;
  const sessionIsGone =
    tokenIsDead && !(presented?.token && (await sessionExists(deps.lookups, presented.token)));
  return {
    viewer,
    tokenIsDead,
    sessionIsGone,
    wasEnded:
      sessionIsGone && presented?.token ? await wasEndedElsewhere(deps.lookups, presented.token) : false,
    browser: roughBrowser(ctx.get('User-Agent')),
    viaCookie: presented?.viaCookie ?? false,
    marks: presentedMarks(headers.cookie, isSecure(deps)),
    ...addressKeysOf(deps, ctx),
  };
}

function append(deps: Deps, ctx: Context, name: (secure: boolean) => string, value: string, seconds: number) {
  const secure = isSecure(deps);
  ctx.append(
    'Set-Cookie',
    `${name(secure)}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${value === '' ? 0 : seconds}${secure ? '; Secure' : ''}`,
  );
}

/** Sets or, with null, ends the cookie. */
export function writeCookie(deps: Deps, ctx: Context, token: string | null): void {
  append(deps, ctx, cookieName, token ?? '', Math.floor((deps.env.sessionMaxDays * DAY_MS) / 1000));
}

/** Sets or, when empty, ends the cookie of known devices. */
export function writeMarks(deps: Deps, ctx: Context, marks: string): void {
  append(deps, ctx, deviceCookieName, marks, MARK_SECONDS);
}
