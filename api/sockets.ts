// The listening server's defence against slow, many and greedy connections. Bodies have their own
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
const LOOK_MS = 5_000;
/** Above the pace's own end of 20 minutes, so that the pace decides and answers. */
const REQUEST_MS = 21 * 60_000;
/** A connection rests so long between two requests. */
const KEEP_ALIVE_MS = 10_000;
/**
 * Longer than a proxy keeps it, which is two minutes for Caddy: what it sends into a connection that is just being closed is lost,
 * and it may not send a write again. A browser does so by itself.
 */
const PROXY_KEEP_ALIVE_MS = 180_000;

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
    keepAliveTimeout: behindProxy ? PROXY_KEEP_ALIVE_MS : KEEP_ALIVE_MS,
    // Refused here, in JSON.
    requireHostHeader: false,
  });
  server.maxConnections = connections + TURNED_AWAY_MAX;
  const crowd = createCrowd({ connections, behindProxy, counts });
  const patience = createPatience(counts);
  const turns = createTurns(counts, {
    busy: crowd.busy,
    idle: (socket, last) => {
      crowd.idle(socket);
      patience.answered(socket, last);
    },
  });

  server.on('connection', (socket: Socket) => {
    patience.watch(socket);
    crowd.enter(socket, addressBlock(socket.remoteAddress ?? ''));
  });
  server.on('drop', () => counts.cut.crowded++);

  answerRequests(server, listener, turns, crowd);
  refuseTheRest(server, turns);

  const timer = setInterval(patience.look, LOOK_MS);
  timer.unref();
  server.once('close', () => clearInterval(timer));
  return server;
}

/** Each connection's requests one after the other; who was turned away and who names no host is refused. */
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

/** What is no request, or not one of ours: it is told so in JSON, and its connection ends. */
function refuseTheRest(server: Server, turns: Turns): void {
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
}
