// One request at a time per socket. Node delivers all pipelined requests, up to a thousand in 64 KB; each would hold its
// answer, and an open file, until the previous ones are read.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionCounts } from './counts.ts';

/** Most queued requests per socket. Browsers do not pipeline; scripts send a handful. */
const WAITING_PER_SOCKET = 32;
/** Their headers have up to 16 KB each. */
const WAITING_IN_ALL = 1024;

interface Running {
  request: IncomingMessage;
  response: ServerResponse;
}

interface Waiting extends Running {
  run: () => void;
}

interface Turn {
  running: Running | null;
  waiting: Waiting[];
  /** Runs after the last answer; nothing more is read then. */
  last: (() => void) | null;
  isCut: boolean;
}

export interface Turns {
  /** Calls `run` after all previous answers; never if the socket closes first. */
  take(request: IncomingMessage, response: ServerResponse, run: () => void): void;
  /** The request being answered on this socket. */
  running(socket: Socket): Running | null;
  /** Calls `say` after the last answer, and reads nothing more. */
  afterLast(socket: Socket, say: () => void): void;
}

export interface TurnEvents {
  /** A request starts on an idle socket. */
  busy(socket: Socket): void;
  /** All requests of this socket are answered. */
  idle(socket: Socket, last: IncomingMessage): void;
}

export function createTurns(counts: ConnectionCounts, events: TurnEvents): Turns {
  const turns = new WeakMap<Socket, Turn>();

  function turnOf(socket: Socket): Turn {
    const known = turns.get(socket);
    if (known) return known;
    const turn: Turn = { running: null, waiting: [], last: null, isCut: socket.destroyed };
    turns.set(socket, turn);
    socket.once('close', () => drop(turn));
    return turn;
  }

  /** Queued requests have not started and hold nothing. */
  function drop(turn: Turn): void {
    turn.isCut = true;
    counts.requestsWaiting -= turn.waiting.length;
    turn.waiting = [];
    turn.last = null;
  }

  /** `socket` is passed because a request refused mid-body has lost its own (`stream.pipeline`). */
  function start(turn: Turn, socket: Socket, { request, response, run }: Waiting): void {
    turn.running = { request, response };
    counts.requestsInFlight++;
    response.once('close', () => {
      counts.requestsInFlight--;
      turn.running = null;
      next(turn, socket, request);
    });
    run();
  }

  function next(turn: Turn, socket: Socket, done: IncomingMessage): void {
    if (turn.isCut || socket.destroyed) {
      drop(turn);
      return;
    }
    const waiting = turn.waiting.shift();
    if (waiting) {
      counts.requestsWaiting--;
      start(turn, socket, waiting);
    } else if (turn.last) turn.last();
    else events.idle(socket, done);
  }

  return {
    take: (request, response, run) => {
      const { socket } = request;
      const turn = turnOf(socket);
      if (turn.isCut || turn.last) return;
      if (!turn.running) {
        events.busy(socket);
        return start(turn, socket, { request, response, run });
      }
      if (turn.waiting.length < WAITING_PER_SOCKET && counts.requestsWaiting < WAITING_IN_ALL) {
        turn.waiting.push({ request, response, run });
        counts.requestsWaiting++;
        return;
      }
      counts.cut.pipelining++;
      drop(turn);
      socket.destroy();
    },
    running: (socket) => turns.get(socket)?.running ?? null,
    afterLast: (socket, say) => {
      turnOf(socket).last ??= say;
      socket.pause();
    },
  };
}
