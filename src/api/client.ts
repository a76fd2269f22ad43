// The HTTP client: one request, one reply, one kind of error. Every call of the API goes through this file.
import type { Reply } from '../../api/contract/envelope.ts';
import { ERROR_STATUS, type ErrorCode, type FieldProblem } from '../../api/contract/errors.ts';
import { IDEMPOTENCY_HEADER } from '../../api/contract/idempotency.ts';
import { motionEnd } from '../lib/motion.ts';

/**
 * The server's codes, plus `offline` (no reply at all), `captive_portal` (a network's sign-in page instead of the
 * reply) and `bad_reply` (not the JSON envelope).
 */
export type ApiErrorCode = ErrorCode | 'offline' | 'captive_portal' | 'bad_reply';

export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: ApiErrorCode;
  /** HTTP status; 0 when there was no reply. */
  readonly status: number;
  /** The server's own sentence, or the first 120 characters of a reply that is not JSON. */
  readonly detail: string;
  /** The invalid field of a 422 and its problem. */
  readonly at: FieldProblem | null;
  /** Requested wait before another try; null when the server gives none. */
  readonly retryAfterSeconds: number | null;

  constructor(
    code: ApiErrorCode,
    status: number,
    detail: string,
    at: FieldProblem | null = null,
    retryAfterSeconds: number | null = null,
  ) {
    super(`${code} (${status}): ${detail}`);
    this.code = code;
    this.status = status;
    this.detail = detail;
    this.at = at;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

const SNIPPET_LENGTH = 120;

/** RFC 6585 §6: the reply of a network whose user must sign in first. Most networks reply 200. */
const NETWORK_AUTHENTICATION_REQUIRED = 511;

/** A page instead of JSON, and not a proxy's error: the network replied, not the server. */
function isPortal(status: number, text: string): boolean {
  const isAnswered = (status >= 200 && status < 300) || status === NETWORK_AUTHENTICATION_REQUIRED;
  return isAnswered && /^\s*(?:<!--.*?-->\s*)?<(?:!doctype|html|head|body|meta|script)\b/is.test(text);
}

/** Reads a reply's text; throws `ApiError`. Shared by `fetch` calls and the upload's XHR. */
export function readReply(status: number, text: string, retryAfter: string | null = null): { data: unknown } {
  let reply: unknown;
  try {
    reply = JSON.parse(text);
  } catch {
    const code = isPortal(status, text) ? 'captive_portal' : 'bad_reply';
    throw new ApiError(code, status, text.slice(0, SNIPPET_LENGTH));
  }
  if (!isReply(reply)) throw new ApiError('bad_reply', status, text.slice(0, SNIPPET_LENGTH));
  if (reply.success) return reply;
  const code = reply.code in ERROR_STATUS ? reply.code : 'internal';
  const { field, issue } = reply;
  const at = field && issue ? { field, issue } : null;
  throw new ApiError(code, status, reply.error, at, Number(retryAfter) || null);
}

function isReply(value: unknown): value is Reply<unknown> {
  if (typeof value !== 'object' || value === null || !('success' in value)) return false;
  if (value.success === true) return 'data' in value;
  return (
    value.success === false &&
    'code' in value &&
    typeof value.code === 'string' &&
    'error' in value &&
    typeof value.error === 'string'
  );
}

export interface SendOptions {
  signal?: AbortSignal;
  /** A UUID for one write: sent again within a day it has no further effect and gets the same answer. */
  idempotencyKey?: string;
  /** Continues after the page closes. */
  keepalive?: boolean;
  /** A write without a key that may be repeated: it times out as early as a read. */
  mayRepeat?: boolean;
}

let unsent: (() => Promise<unknown>) | null = null;

/** Runs `work` before any other request until it succeeds: a sign-out that waited for the network. */
export function sendFirst(work: () => Promise<unknown>): void {
  let running: Promise<void> | null = null;
  unsent = () => {
    running ??= work().then(
      () => {
        unsent = null;
      },
      (error: unknown) => {
        running = null;
        throw error;
      },
    );
    return running;
  };
}

const writeListeners = new Set<() => void>();

/** Calls `listener` after every successful write. Returns the function that ends it. */
export function onWritten(listener: () => void): () => void {
  writeListeners.add(listener);
  return () => writeListeners.delete(listener);
}

const endListeners = new Set<() => void>();

/**
 * Calls `listener` whenever the server reports that the session was ended elsewhere. Returns the function that ends
 * it.
 */
export function onSessionEnded(listener: () => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/** Time without any reply after which a connection counts as lost, though it was not closed. */
const PATIENCE_MS = 20_000;
/** For replies that have begun, and for writes that must not be repeated. */
const LONG_PATIENCE_MS = 120_000;

/**
 * Sends one action. Repeats a GET once when no reply came at all, a POST never; either fails as `offline` on timeout.
 * Throws `ApiError`, or an `AbortError` when the signal fired.
 */
export async function send(
  method: 'GET' | 'POST',
  action: string,
  body: object,
  options: SendOptions = {},
): Promise<{ data: unknown }> {
  const { signal, idempotencyKey, mayRepeat = method === 'GET' || idempotencyKey !== undefined } = options;
  const given = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (patienceMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => given.abort(new ApiError('offline', 0, 'no reply in time')), patienceMs);
  };
  wait(mayRepeat ? PATIENCE_MS : LONG_PATIENCE_MS);
  if (unsent && action !== 'logout') await unsent();
  const giveUp = () => given.abort(signal?.reason);
  if (signal?.aborted) giveUp();
  signal?.addEventListener('abort', giveUp, { once: true });
  try {
    const answered = () => wait(LONG_PATIENCE_MS);
    return await exchange(method, action, body, { ...options, signal: given.signal }, answered);
  } catch (error) {
    throw given.signal.aborted && !signal?.aborted ? given.signal.reason : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}

async function exchange(
  method: 'GET' | 'POST',
  action: string,
  body: object,
  { signal, idempotencyKey, keepalive = false }: SendOptions,
  onAnswer: () => void,
): Promise<{ data: unknown }> {
  const query = new URLSearchParams({ action });
  if (method === 'GET') {
    for (const [name, value] of Object.entries(body)) query.set(name, String(value));
  }
  const init: RequestInit & { headers: Record<string, string> } = {
    method,
    credentials: 'same-origin',
    headers: { accept: 'application/json' },
    signal: signal ?? null,
    keepalive,
  };
  if (method === 'POST') {
    init.headers = { accept: 'application/json', 'content-type': 'application/json' };
    if (idempotencyKey !== undefined) init.headers[IDEMPOTENCY_HEADER] = idempotencyKey;
    init.body = JSON.stringify(body);
  }
  const response = await fetchWithRetry(`/upload.php?${query}`, init, method === 'GET' ? 1 : 0);
  onAnswer();
  const text = await response.text().catch((error: unknown) => {
    if (init.signal?.aborted) throw error;
    throw new ApiError('offline', 0, `the answer broke off: ${error}`);
  });
  await motionEnd();
  if (response.status === 401 && text.includes('"session_ended"'))
    for (const listener of endListeners) listener();
  const answer = readReply(response.status, text, response.headers.get('retry-after'));
  if (method === 'POST') for (const listener of writeListeners) listener();
  return answer;
}

async function fetchWithRetry(url: string, init: RequestInit, retries: number): Promise<Response> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await fetch(url, init);
    } catch (error) {
      if (init.signal?.aborted) throw error;
      if (attempt >= retries) throw new ApiError('offline', 0, String(error));
    }
  }
}
