// `/healthz` and `/readyz` for whoever starts and watches the server, `/metrics` for Prometheus.
import { timingSafeEqual } from 'node:crypto';
import type { Middleware } from 'koa';
import { sql } from 'kysely';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Deps } from '../deps.ts';
import { notFound } from '../errors.ts';
import { answerError } from '../middleware/errors.ts';
import type { Observe } from '../middleware/requestLog.ts';

export interface Readiness {
  /** False while starting and while draining. */
  ready: boolean;
}

export interface Metrics {
  observe: Observe;
  registry: Registry;
  /** Ends the collection; one per application. */
  close(): void;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'aural_request_seconds',
    help: 'Time to the end of a request by operation and status',
    labelNames: ['operation', 'status'],
    buckets: [0.005, 0.02, 0.06, 0.15, 0.5, 2, 10, 60],
    registers: [registry],
  });
  return {
    registry,
    observe: (operation, status, seconds) => duration.observe({ operation, status }, seconds),
    close: () => registry.clear(),
  };
}

function mayReadMetrics(token: string | null, authorization: string): boolean {
  if (token === null) return true;
  const given = Buffer.from(authorization);
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

export function health(deps: Deps, readiness: Readiness, metrics: Metrics): Middleware {
  return async function health(ctx, next) {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next();
    if (ctx.path === '/healthz' || ctx.path === '/readyz') {
      ctx.set('Cache-Control', 'no-store');
      // Not thrown: starting and draining are no faults for the log.
      if (!readiness.ready) return answerError(ctx, 'busy', 'Not ready', { 'Retry-After': '1' });
      await sql`select 1`.execute(deps.lookups);
      ctx.body = { success: true, data: { status: 'ready' } };
      return;
    }
    if (ctx.path === '/metrics') {
      if (!mayReadMetrics(deps.env.metricsToken, ctx.get('Authorization'))) throw notFound('This');
      ctx.set('Cache-Control', 'no-store');
      ctx.type = metrics.registry.contentType;
      ctx.body = await metrics.registry.metrics();
      return;
    }
    return next();
  };
}
