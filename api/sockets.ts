// The listening server's defence against slow, many and greedy connections (reliability §6.4). Bodies have their own
// pace (`middleware/bodyPace.ts`); here are headers, silent connections, those who do not read, and their number.
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { type ConnectionCounts, newCounts } from './connections/counts.ts';
import { connectionsFor, descriptorLimit } from './connections/descriptors.ts';
import { createPatience } from './connections/patience.ts';
import {
  CROWDED,
  NO_HOST,
  NO_TUNNEL,
  refusalOf,
  refuseRequest,
  refuseSocket,
  UNKNOWN_EXPECTATION,
} from './connections/refusals.ts';
import { createTurns } from './connections/turns.ts';
import { addressBlock } from './middleware/rateLimit.ts';

const HEADERS_MS = 10_000;
const LOOK_MS = 5_000;
/** Above the pace's own end of 20 minutes, so that the pace decides and answers. */
const REQUEST_MS = 21 * 60_000;
const KEEP_ALIVE_MS = 10_000;
/** Connections without a request, as a share of all; above it the oldest go, so that newcomers are heard. */
const SILENT_SHARE = 1 / 2;
/** Of one address (IPv6: /64), unless a proxy stands in front. */
const PER_ADDRESS_SHARE = 1 / 4;
/** Connections too many that are kept until they have been told so. */
const TURNED_AWAY_MAX = 32;

export interface SocketServerOptions {
  /** All connections come from one address. */
  behindProxy: boolean;
  /** Where the server counts; its own when nobody asks. */
  counts?: ConnectionCounts;
  /** Connections served at once. */
  connections?: number;
}

/** `listener` is Koa's callback. */
export function createSocketServer(
  listener: RequestListener,
  { behindProxy, counts = newCounts(), connections = connectionsFor(descriptorLimit()) }: SocketServerOptions,
): Server {
  const server = createServer({
    headersTimeout: HEADERS_MS,
    requestTimeout: REQUEST_MS,
    connectionsCheckingInterval: LOOK_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // Refused here, in JSON.
    requireHostHeader: false,
  });
  server.maxConnections = connections + TURNED_AWAY_MAX;
  const silentMax = Math.floor(connections * SILENT_SHARE);
  const perAddressMax = Math.floor(connections * PER_ADDRESS_SHARE);
  /** Connections inside no request, oldest first. */
  const silent = new Set<Socket>();
  /** Connections too many, oldest first; their first request is answered `busy`. */
  const turnedAway = new Set<Socket>();
  const addresses = new WeakMap<Socket, string>();
  const perAddress = new Map<string, number>();
  const patience = createPatience(counts);
  const turns = createTurns(counts, {
    busy: (socket) => silent.delete(socket),
    idle: (socket, last) => {
      silent.add(socket);
      patience.answered(socket, last);
    },
  });

  const closeOldest = (address: string | null): boolean => {
    for (const socket of silent) {
      if (address !== null && addresses.get(socket) !== address) continue;
      silent.delete(socket);
      counts.cut.silent++;
      socket.destroy();
      return true;
    }
    return false;
  };
  const turnAway = (socket: Socket) => {
    counts.cut.crowded++;
    const [oldest] = turnedAway;
    if (oldest && turnedAway.size >= TURNED_AWAY_MAX) {
      turnedAway.delete(oldest);
      oldest.destroy();
    }
    turnedAway.add(socket);
  };

  server.on('connection', (socket: Socket) => {
    const address = addressBlock(socket.remoteAddress ?? '');
    addresses.set(socket, address);
    const open = (perAddress.get(address) ?? 0) + 1;
    perAddress.set(address, open);
    counts.connections++;
    patience.watch(socket);
    socket.once('close', () => {
      counts.connections--;
      silent.delete(socket);
      turnedAway.delete(socket);
      const left = (perAddress.get(address) ?? 1) - 1;
      if (left === 0) perAddress.delete(address);
      else perAddress.set(address, left);
    });
    if (!behindProxy && open > perAddressMax && !closeOldest(address)) return turnAway(socket);
    if (counts.connections - turnedAway.size > connections && !closeOldest(null)) return turnAway(socket);
    if (silent.size >= silentMax) closeOldest(null);
    silent.add(socket);
  });
  server.on('drop', () => counts.cut.crowded++);

  const answer = (request: IncomingMessage, response: ServerResponse, run: () => void) =>
    turns.take(request, response, () => {
      if (turnedAway.has(request.socket)) return refuseRequest(request, response, CROWDED);
      // RFC 9112 §3.2.
      const needsHost = request.httpVersion === '1.1' && request.headers.host === undefined;
      if (needsHost) return refuseRequest(request, response, NO_HOST);
      run();
    });
  server.on('request', (request, response) => answer(request, response, () => listener(request, response)));
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
    answer(request, response, () => refuseRequest(request, response, UNKNOWN_EXPECTATION)),
  );
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const running = turns.running(socket);
    const refuse = () => refuseSocket(socket, refusalOf(error));
    if (!running) return refuse();
    // What came after a whole request is refused after its answer, what lies in its body instead of one.
    if (running.request.complete) turns.afterLast(socket, refuse);
    else if (running.response.headersSent) socket.destroy();
    else refuse();
  });
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    // Node has let go of the socket: nobody else hears its errors.
    socket.on('error', () => {});
    if (turns.running(socket)) socket.destroy();
    else refuseSocket(socket, NO_TUNNEL);
  });

  const timer = setInterval(patience.look, LOOK_MS);
  timer.unref();
  server.once('close', () => clearInterval(timer));
  return server;
}
