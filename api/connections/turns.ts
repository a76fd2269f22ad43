// One request at a time on each socket. Node hands over every request it has read, a thousand in one piece of 64 KB:
// each would hold its answer, and the file behind it, until those before it were read.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionCounts } from './counts.ts';

/** Requests that wait behind one that runs. No browser sends ahead; scripts that do send a handful. */
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
  /** What is to be said when the last of them has been answered; nothing more is read then. */
  last: (() => void) | null;
  isCut: boolean;
}

export interface Turns {
  /** Calls `run` when every answer before this one is out; never when the socket ends before. */
  take(request: IncomingMessage, response: ServerResponse, run: () => void): void;
  /** The request that is being answered on this socket. */
  running(socket: Socket): Running | null;
  /** Calls `say` after the last answer, and reads nothing more. */
  afterLast(socket: Socket, say: () => void): void;
}

export interface TurnEvents {
  /** A request begins on a socket that had none. */
  busy(socket: Socket): void;
  /** Everything asked on this socket is answered. */
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

  /** Whoever waits was never begun and holds nothing. */
  function drop(turn: Turn): void {
    turn.isCut = true;
    counts.requestsWaiting -= turn.waiting.length;
    turn.waiting = [];
    turn.last = null;
  }

  /** `socket` beside the request: one whose body was refused in the middle has lost its own (`stream.pipeline`). */
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
