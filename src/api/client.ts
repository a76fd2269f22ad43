// The wire: one request, one reply, one kind of error. Everything the browser asks the server goes through here.
import type { Reply } from '../../api/contract/envelope.ts';
import { ERROR_STATUS, type ErrorCode, type FieldProblem } from '../../api/contract/errors.ts';
import { IDEMPOTENCY_HEADER } from '../../api/contract/idempotency.ts';

/**
 * The wire's codes, plus `offline` (no reply at all), `captive_portal` (a network's sign-in page instead of the reply)
 * and `bad_reply` (not the JSON envelope).
 */
export type ApiErrorCode = ErrorCode | 'offline' | 'captive_portal' | 'bad_reply';

export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: ApiErrorCode;
  /** HTTP status; 0 when there was no reply. */
  readonly status: number;
  /** The server's own sentence, or the first 120 characters of a reply that is not JSON. */
  readonly detail: string;
  /** The field that a 422 is about, and what is wrong with it. */
  readonly at: FieldProblem | null;
  /** When the server wants to be asked again; null when it does not say. */
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

/** RFC 6585 §6: what a network answers whose user must sign in first. Most answer 200. */
const NETWORK_AUTHENTICATION_REQUIRED = 511;

/** A page where JSON was asked for, and not as an error of a proxy: this network answers in the server's place. */
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
  /** A UUID for one write: sent again within a day it does nothing twice and gets the same answer. */
  idempotencyKey?: string;
  /** Goes through although the page closes. */
  keepalive?: boolean;
  /** A write without a key that does no harm twice: given up as soon as a read. */
  mayRepeat?: boolean;
}

let unsent: (() => Promise<unknown>) | null = null;

/** Before anything else goes to the server, `work` must have succeeded: a sign-out that waited for the network. */
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

/** Calls `listener` after every write that succeeded. Returns the function that ends it. */
export function onWritten(listener: () => void): () => void {
  writeListeners.add(listener);
  return () => writeListeners.delete(listener);
}

const endListeners = new Set<() => void>();

/** Calls `listener` whenever the server says that the session was ended from elsewhere. Returns the function that ends it. */
export function onSessionEnded(listener: () => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/** A line without any answer for so long is dead, though nobody hung up. */
const PATIENCE_MS = 20_000;
/** What has begun to come may take longer, and so may a write that must not be sent again. */
const LONG_PATIENCE_MS = 120_000;

/**
 * Sends one action. A GET is repeated once when no reply came at all, a POST never; either is given up as `offline` when
 * none comes in time. Throws `ApiError`, or an `AbortError` when the signal fired.
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
  if (response.status === 401 && text.includes('"session_ended"')) for (const hear of endListeners) hear();
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
