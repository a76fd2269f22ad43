// `/.well-known/security.txt` (RFC 9116): where to report a security hole.
import type { Middleware } from 'koa';
import type { Deps } from '../deps.ts';
import { notFound } from '../errors.ts';

const PATH = '/.well-known/security.txt';
/** The standard recommends less than a year. Each answer counts from its own day. */
const VALID_DAYS = 180;
const DAY_MS = 24 * 3600 * 1000;

export function securityText({ env, now }: Pick<Deps, 'env' | 'now'>): Middleware {
  return async function securityText(ctx, next) {
    if (ctx.path !== PATH || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next();
    if (env.securityContact === null) throw notFound('This');
    const lastDay = new Date(now() + VALID_DAYS * DAY_MS).toISOString().slice(0, 10);
    const canonical = env.publicOrigin === null ? [] : [`Canonical: ${env.publicOrigin}${PATH}`];
    ctx.type = 'text/plain; charset=utf-8';
    ctx.body = [
      `Contact: ${env.securityContact}`,
      `Expires: ${lastDay}T00:00:00Z`,
      'Preferred-Languages: de, en',
      ...canonical,
      '',
    ].join('\n');
  };
}
