// Sends every error as `{ success: false, error, code }`. Expected refusals keep their sentence. Other errors become
// `internal`: they are logged with an id, and the caller only gets that id.
import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';
import { ERROR_STATUS, type ErrorCode, type FieldProblem } from '../contract/errors.ts';
import { databaseFault } from '../db/faults.ts';
import { ApiError, type Problem } from '../errors.ts';

const RETRY = { 'Retry-After': '2' };

export function isDiskFull(error: unknown): boolean {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return code === 'ENOSPC' || code === 'EDQUOT' || databaseFault(error) === 'full';
}

/** The refusal for a known system error; null for a bug. */
function knownFault(error: unknown): ApiError | null {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  if (isDiskFull(error)) {
    return new ApiError('storage_full', 'There is no room left on the server');
  }
  if (code === 'EMFILE' || code === 'ENFILE' || databaseFault(error) === 'busy') {
    return new ApiError('busy', 'The server is busy', { headers: RETRY });
  }
  if (databaseFault(error) === 'read_only' || code === 'EROFS' || code === 'EACCES') {
    return new ApiError('busy', 'The server cannot write at the moment', {
      headers: { 'Retry-After': '30' },
    });
  }
  return null;
}

export function answerError(
  ctx: Context,
  code: ErrorCode,
  message: string,
  headers: Record<string, string>,
  { problem = null, at = null }: { problem?: Problem | null; at?: FieldProblem | null } = {},
): void {
  const status = ERROR_STATUS[code];
  ctx.status = status;
  ctx.set('Cache-Control', 'no-store');
  ctx.set(headers);
  ctx.type = problem ? 'application/problem+json' : 'application/json; charset=utf-8';
  ctx.state.refusal = code;
  const requestId = status >= 500 ? { requestId: ctx.state.requestId } : {};
  const details = problem ? { title: message, status, ...problem } : {};
  ctx.body = JSON.stringify({ success: false, error: message, code, ...at, ...requestId, ...details });
}

export function errors(log: Logger): Middleware {
  return async function errors(ctx, next) {
    try {
      await next();
      if (ctx.status === 404 && ctx.body == null) {
        answerError(ctx, 'not_found', 'There is nothing here', {});
      }
    } catch (error) {
      const known = error instanceof ApiError ? error : knownFault(error);
      if (!known || known.status >= 500) {
        const level = known ? 'warn' : 'error';
        log[level](
          { requestId: ctx.state.requestId, operation: ctx.state.operation, err: error },
          'request failed',
        );
      }
      if (ctx.headerSent) {
        ctx.res.destroy();
        return;
      }
      if (known) answerError(ctx, known.code, known.message, known.headers, known);
      else answerError(ctx, 'internal', 'Something went wrong on the server', {});
    }
  };
}
