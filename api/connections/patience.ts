// Closes sockets of clients that do not read the answer or never end their body.
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionCounts } from './counts.ts';

/** A player that pauses reading resumes with a range request. */
const NOT_READING_MS = 60_000;
/** Time for a client refused early to read the answer. */
const REST_OF_BODY_MS = 10_000;

interface Watched {
  /** Bytes accepted by the system, and when that last changed or nothing was left to send. */
  sent: number;
  sentAt: number;
  /** A body still arriving after its request was answered. */
  rest: { request: IncomingMessage; until: number } | null;
}

export interface Patience {
  watch(socket: Socket): void;
  /** `request` was answered; the rest of its body is dropped for a while. */
  answered(socket: Socket, request: IncomingMessage): void;
  /** Closes expired sockets; call it every few seconds. */
  closeExpired(): void;
}

/** Bytes left of the current write; a large one takes minutes on a slow line. */
function unsentOf(socket: Socket): number {
  const { _handle: handle } = socket as { _handle?: { writeQueueSize?: number } | null };
  return handle?.writeQueueSize ?? 0;
}

export function createPatience(counts: ConnectionCounts): Patience {
  const now = () => performance.now();
  const watched = new Map<Socket, Watched>();

  /** Grows with each byte the system accepts, independent of received bytes. */
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
    closeExpired: () => {
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
