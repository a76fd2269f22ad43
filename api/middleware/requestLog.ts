// One log line per request: operation, status, duration. No address, query, header or body, so that the log never shows who
// listened to what.
import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';
import type { Logger } from 'pino';

/** Called after every answer. */
export type Observe = (operation: string, status: number, seconds: number) => void;

/** The kind of a path, so that no id reaches the log or a metric. */
function kindOf(path: string): string {
  if (/^(\/aural)?\/audio\//.test(path)) return 'audio';
  if (path.startsWith('/assets/')) return 'asset';
  return path === '/healthz' || path === '/readyz' || path === '/metrics' ? path.slice(1) : 'page';
}

export function requestLog(log: Logger, observe: Observe): Middleware {
  return async function requestLog(ctx, next) {
    const started = performance.now();
    ctx.state.requestId = randomUUID();
    ctx.set('X-Request-Id', ctx.state.requestId);
    await next();
    const operation = ctx.state.operation ?? kindOf(ctx.path);
    const ms = performance.now() - started;
    observe(operation, ctx.status, ms / 1000);
    if (operation === 'healthz' || operation === 'readyz') return;
    log.info(
      {
        requestId: ctx.state.requestId,
        operation,
        method: ctx.method,
        status: ctx.status,
        code: ctx.state.refusal,
        ms: Math.round(ms * 10) / 10,
      },
      'request',
    );
  };
}
