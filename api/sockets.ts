// The listening server's defence against slow and many connections (reliability §6.4). Bodies have their own pace
// (`middleware/bodyPace.ts`); here are headers, silent connections and their number.
import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { addressBlock } from './middleware/rateLimit.ts';

const HEADERS_MS = 10_000;
const LOOK_MS = 5_000;
/** Above the pace's own end of 20 minutes, so that the pace decides and answers. */
const REQUEST_MS = 21 * 60_000;
const KEEP_ALIVE_MS = 10_000;
const CONNECTIONS_MAX = 1024;
/** Connections without a request; above it the oldest go, so that newcomers are heard. */
const SILENT_MAX = 512;
/** Of one address (IPv6: /64), unless a proxy stands in front. */
const PER_ADDRESS_MAX = 256;

/** What Node refuses before there is a request: JSON like every other refusal. */
function refuse(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || socket.bytesWritten > 0) return void socket.destroy();
  const [status, code] =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? ([408, 'too_slow'] as const)
      : ([400, 'malformed_request'] as const);
  const body = JSON.stringify({ success: false, error: 'The request cannot be read', code });
  socket.write(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n` +
      `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  // Not only our half: a client that never closes its own would keep the descriptor.
  socket.destroySoon();
}

/** `listener` is Koa's callback; `behindProxy`: all connections come from one address. */
export function createSocketServer(listener: RequestListener, behindProxy: boolean): Server {
  const server = createServer(
    {
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      connectionsCheckingInterval: LOOK_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    listener,
  );
  server.maxConnections = CONNECTIONS_MAX;
  server.on('clientError', refuse);
  /** Connections inside no request, oldest first. */
  const silent = new Map<Socket, string>();
  const perAddress = new Map<string, number>();

  const closeOldest = (address: string | null): boolean => {
    for (const [socket, from] of silent) {
      if (address !== null && from !== address) continue;
      silent.delete(socket);
      socket.destroy();
      return true;
    }
    return false;
  };
  server.on('connection', (socket: Socket) => {
    const address = addressBlock(socket.remoteAddress ?? '');
    const open = (perAddress.get(address) ?? 0) + 1;
    perAddress.set(address, open);
    socket.once('close', () => {
      silent.delete(socket);
      const left = (perAddress.get(address) ?? 1) - 1;
      if (left === 0) perAddress.delete(address);
      else perAddress.set(address, left);
    });
    if (!behindProxy && open > PER_ADDRESS_MAX && !closeOldest(address)) return void socket.destroy();
    if (silent.size >= SILENT_MAX) closeOldest(null);
    silent.set(socket, address);
  });
  server.on('request', (request, response) => {
    const { socket } = request;
    const address = silent.get(socket) ?? addressBlock(socket.remoteAddress ?? '');
    silent.delete(socket);
    response.once('close', () => {
      if (!socket.destroyed) silent.set(socket, address);
    });
  });
  return server;
}
