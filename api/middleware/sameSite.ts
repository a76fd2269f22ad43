// Refuses writes that another site's page sends with our cookie (OWASP CSRF: Fetch Metadata, then Origin).
// The cookie is SameSite=Strict already; this is the second lock.
import type { Context } from 'koa';
import { ApiError } from '../errors.ts';

/** Throws `cross_site`. `ownOrigin` is the public one, when known. */
export function refuseCrossSite(ctx: Context, ownOrigin: string | null): void {
  const site = ctx.get('Sec-Fetch-Site');
  if (site === 'same-origin' || site === 'none') return;
  const origin = ctx.get('Origin');
  if (site === '' && origin === '') return;
  const isOwn = origin !== '' && (origin === ownOrigin || origin === `${ctx.protocol}://${ctx.host}`);
  if (site === '' && isOwn) return;
  throw new ApiError('cross_site', 'This call may only come from the app itself');
}
