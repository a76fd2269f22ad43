// How long a client may keep a socket without taking what is sent to it, or without ending what it sends.
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionCounts } from './counts.ts';

/** A player that stops taking bytes comes back with a range where it was. */
const NOT_READING_MS = 60_000;
/** A client that was refused early needs this long to see the answer. */
const REST_OF_BODY_MS = 10_000;

interface Watched {
  /** Bytes the system has taken, and when that last changed or nothing was left to send. */
  sent: number;
  sentAt: number;
  /** A body that was still coming when its request was answered. */
  rest: { request: IncomingMessage; until: number } | null;
}

export interface Patience {
  watch(socket: Socket): void;
  /** `request` was answered; the rest of its body is read away for a while. */
  answered(socket: Socket, request: IncomingMessage): void;
  /** Ends sockets whose time is over; to be called every few seconds. */
  look(): void;
}

/** Bytes a write in progress still has before it; a large one moves for minutes on a slow line. */
function unsentOf(socket: Socket): number {
  const { _handle: handle } = socket as { _handle?: { writeQueueSize?: number } | null };
  return handle?.writeQueueSize ?? 0;
}

export function createPatience(counts: ConnectionCounts): Patience {
  const now = () => performance.now();
  const watched = new Map<Socket, Watched>();

  /** Grows with every byte the system takes; what the client sends does not change it. */
  const sentBy = (socket: Socket) => socket.bytesWritten - socket.writableLength - unsentOf(socket);

  return {
    watch: (socket) => {
      watched.set(socket, { sent: 0, sentAt: now(), rest: null });
      socket.once('close', () => watched.delete(socket));
    },
    answered: (socket, request) => {
      const state = watched.get(socket);
      if (state && !request.complete) state.rest = { request, until: now() + REST_OF_BODY_MS };
    },
    look: () => {
      const at = now();
      for (const [socket, state] of watched) {
        const sent = sentBy(socket);
        if (socket.writableLength === 0 || sent !== state.sent) {
          state.sent = sent;
          state.sentAt = at;
        }
        if (at - state.sentAt >= NOT_READING_MS) {
          counts.cut.not_reading++;
          socket.destroy();
        } else if (state.rest?.request.complete) state.rest = null;
        else if (state.rest && at >= state.rest.until) {
          counts.cut.unread_body++;
          socket.destroy();
        }
      }
    },
  };
}
