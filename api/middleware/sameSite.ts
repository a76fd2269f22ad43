// Refuses cross-site writes (OWASP CSRF: Fetch Metadata, then Origin), in addition to the SameSite=Strict cookie.
import type { Context } from 'koa';
import { ApiError } from '../errors.ts';

/**
 * Throws `cross_site`. If `ownOrigin` (the public origin) is set, no other origin is accepted, whatever the Host header
 * says: an attacker who points a domain at this server controls both.
 */
export function refuseCrossSite(ctx: Context, ownOrigin: string | null): void {
  const site = ctx.get('Sec-Fetch-Site');
  const origin = ctx.get('Origin');
  const isForeign = ownOrigin !== null && origin !== '' && origin !== ownOrigin;
  if (!isForeign) {
    if (site === 'same-origin' || site === 'none') return;
    if (site === '' && (origin === '' || origin === (ownOrigin ?? `${ctx.protocol}://${ctx.host}`))) return;
  }
  throw new ApiError('cross_site', 'This call may only come from the app itself');
}
