// Protects the listening server from slow, idle and too many connections: headers, idle sockets, clients that do not read.
// Drains it before the process ends.
// Bodies have `middleware/bodyPace.ts`.
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type ConnectionCounts, newCounts } from './connections/counts.ts';
import { type Crowd, createCrowd, TURNED_AWAY_MAX } from './connections/crowd.ts';
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
import { createTurns, type Turns } from './connections/turns.ts';
import { addressBlock } from './middleware/rateLimit.ts';

const HEADERS_MS = 10_000;
const CHECK_MS = 5_000;
/** Above the 20 minutes of `bodyPace.ts`, which answers the client. */
const REQUEST_MS = 21 * 60_000;
/** Idle time between two requests. */
const KEEP_ALIVE_MS = 10_000;
/**
 * Longer than the proxy's idle timeout (two minutes for Caddy): a proxy must not repeat a write that it sent into a closing
 * connection. Browsers retry by themselves.
 */
const PROXY_KEEP_ALIVE_MS = 180_000;

export interface SocketServerOptions {
  /** All connections come from one address. */
  behindProxy: boolean;
  /** Connection counts, for `/metrics`. */
  counts?: ConnectionCounts;
  /** Connections served at once. */
  connections?: number;
}

export interface SocketServer extends Server {
  /**
   * Closes idle connections, and each other one after its answer. Answers new connections until no request runs, then stops
   * listening. `end` cuts what still runs.
   */
  drain(end: AbortSignal): Promise<void>;
}

/** How often a draining server checks for running requests. */
const DRAIN_CHECK_MS = 50;

/** `listener` is Koa's callback. */
export function createSocketServer(
  listener: RequestListener,
  { behindProxy, counts = newCounts(), connections = connectionsFor(descriptorLimit()) }: SocketServerOptions,
): SocketServer {
  const server = createServer({
    headersTimeout: HEADERS_MS,
    requestTimeout: REQUEST_MS,
    connectionsCheckingInterval: CHECK_MS,
    keepAliveTimeout: behindProxy ? PROXY_KEEP_ALIVE_MS : KEEP_ALIVE_MS,
    // Refused below, in JSON.
    requireHostHeader: false,
  });
  server.maxConnections = connections + TURNED_AWAY_MAX;
  const crowd = createCrowd({ connections, behindProxy, counts });
  const patience = createPatience(counts);
  let isDraining = false;
  const turns = createTurns(counts, {
    busy: crowd.busy,
    idle: (socket, last) => {
      crowd.idle(socket);
      patience.answered(socket, last);
      if (isDraining) socket.end();
    },
  });

  server.on('connection', (socket: Socket) => {
    patience.watch(socket);
    crowd.enter(socket, addressBlock(socket.remoteAddress ?? ''));
  });
  server.on('drop', () => counts.cut.crowded++);

  const answer: RequestListener = (request, response) => {
    if (isDraining) response.shouldKeepAlive = false;
    listener(request, response);
  };
  answerRequests(server, answer, turns, crowd);
  refuseTheRest(server, turns);

  const timer = setInterval(patience.closeExpired, CHECK_MS);
  timer.unref();
  server.once('close', () => clearInterval(timer));

  const drain = async (end: AbortSignal) => {
    isDraining = true;
    crowd.closeIdle();
    while (!end.aborted && counts.requestsInFlight + counts.requestsWaiting > 0) await pause(DRAIN_CHECK_MS);
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    crowd.closeIdle();
    // A request may have arrived since the last look.
    const cut = () => server.closeAllConnections();
    if (end.aborted) cut();
    else end.addEventListener('abort', cut);
    await closed;
  };
  return Object.assign(server, { drain });
}

/** Runs each connection's requests in order; refuses excess connections and requests without a host. */
function answerRequests(server: Server, listener: RequestListener, turns: Turns, crowd: Crowd): void {
  const answer = (request: IncomingMessage, response: ServerResponse, run: () => void) =>
    turns.take(request, response, () => {
      if (crowd.isTurnedAway(request.socket)) return refuseRequest(request, response, CROWDED);
      // RFC 9112 §3.2.
      const needsHost = request.httpVersion === '1.1' && request.headers.host === undefined;
      if (needsHost) return refuseRequest(request, response, NO_HOST);
      run();
    });
  server.on('request', (request, response) => answer(request, response, () => listener(request, response)));
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
    answer(request, response, () => refuseRequest(request, response, UNKNOWN_EXPECTATION)),
  );
}

/** Answers malformed requests in JSON and closes the connection. */
function refuseTheRest(server: Server, turns: Turns): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const running = turns.running(socket);
    const refuse = () => refuseSocket(socket, refusalOf(error));
    if (!running) return refuse();
    // Garbage after a complete request is refused after its answer, garbage in its body instead of an answer.
    if (running.request.complete) turns.afterLast(socket, refuse);
    else if (running.response.headersSent) socket.destroy();
    else refuse();
  });
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    // Node has detached the socket, so its errors need a listener.
    socket.on('error', () => {});
    if (turns.running(socket)) socket.destroy();
    else refuseSocket(socket, NO_TUNNEL);
  });
}
