// Refuses writes that another site's page sends with our cookie (OWASP CSRF: Fetch Metadata, then Origin).
// The cookie is SameSite=Strict already; this is the second lock.
import type { Context } from 'koa';
import { ApiError } from '../errors.ts';

/**
 * Throws `cross_site`. `ownOrigin` is the public one: where it is known no other is ours, whatever Host the request names,
 * because who points a name of their own at this server chooses both.
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
