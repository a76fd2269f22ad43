// JSON errors for requests refused before the application sees them.
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ERROR_STATUS, type ErrorCode } from '../contract/errors.ts';

export interface Refusal {
  code: ErrorCode;
  error: string;
  headers?: Record<string, string>;
}

export const NO_HOST: Refusal = { code: 'malformed_request', error: 'The request names no host' };
export const UNKNOWN_EXPECTATION: Refusal = {
  code: 'expectation_failed',
  error: 'Only 100-continue can be expected',
};
export const NO_TUNNEL: Refusal = { code: 'method_not_allowed', error: 'This is no proxy' };
export const CROWDED: Refusal = {
  code: 'busy',
  error: 'Too many connections are open',
  headers: { 'Retry-After': '10' },
};

/** Errors of Node's parser and timers. */
export function refusalOf(error: NodeJS.ErrnoException): Refusal {
  switch (error.code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { code: 'too_slow', error: 'The request comes too slowly' };
    case 'HPE_HEADER_OVERFLOW':
      return { code: 'headers_too_large', error: 'The headers of the request are too large' };
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return { code: 'body_too_large', error: 'The pieces of the body say too much about themselves' };
    default:
      return { code: 'malformed_request', error: 'The request cannot be read' };
  }
}

function written({ code, error, headers }: Refusal) {
  const body = JSON.stringify({ success: false, error, code });
  return {
    status: ERROR_STATUS[code],
    body,
    headers: {
      Connection: 'close',
      'Cache-Control': 'no-store',
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': String(Buffer.byteLength(body)),
      ...headers,
    },
  };
}

/** Answers on a socket without another answer, and closes it. */
export function refuseSocket(socket: Socket, refusal: Refusal): void {
  if (!socket.writable) return void socket.destroy();
  const { status, headers, body } = written(refusal);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  // Closes both halves: a client that never closes its own would keep the descriptor.
  socket.destroySoon();
}

/** Answers a parsed request and closes the connection. */
export function refuseRequest(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
  const { status, headers, body } = written(refusal);
  response.writeHead(status, headers);
  response.end(request.method === 'HEAD' ? undefined : body);
}
