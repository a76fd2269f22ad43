// Limits connections: in total, per address, and idle ones. A connection above a limit closes the oldest idle one of its kind,
// or only stays until it has received an error.
import type { Socket } from 'node:net';
import type { ConnectionCounts } from './counts.ts';

/** Largest share of idle connections; above it the oldest are closed to make room. */
const SILENT_SHARE = 1 / 2;
/** Largest share of one address (IPv6: /64), unless the server is behind a proxy. */
const PER_ADDRESS_SHARE = 1 / 4;
/** Excess connections that stay open until they have received an error. */
export const TURNED_AWAY_MAX = 32;

export interface CrowdOptions {
  /** Connections served at once. */
  connections: number;
  /** All connections come from one address. */
  behindProxy: boolean;
  counts: ConnectionCounts;
}

export interface Crowd {
  /** Adds a connection from `address`; it is removed when it closes. */
  enter(socket: Socket, address: string): void;
  /** A request started on it. */
  busy(socket: Socket): void;
  /** Its request has ended. */
  idle(socket: Socket): void;
  /** Closes every connection without a request. */
  closeIdle(): void;
  /** Whether it is above the limit: its first request is answered `busy`. */
  isTurnedAway(socket: Socket): boolean;
}

/** Connections by address. */
class Addresses {
  readonly #of = new WeakMap<Socket, string>();
  readonly #open = new Map<string, number>();

  /** Returns the number of connections of the address. */
  add(socket: Socket, address: string): number {
    const open = (this.#open.get(address) ?? 0) + 1;
    this.#of.set(socket, address);
    this.#open.set(address, open);
    return open;
  }

  remove(socket: Socket): void {
    const address = this.of(socket);
    const left = (this.#open.get(address) ?? 1) - 1;
    if (left === 0) this.#open.delete(address);
    else this.#open.set(address, left);
  }

  of(socket: Socket): string {
    return this.#of.get(socket) ?? '';
  }
}

export function createCrowd({ connections, behindProxy, counts }: CrowdOptions): Crowd {
  const silentMax = Math.floor(connections * SILENT_SHARE);
  const perAddressMax = behindProxy ? Number.POSITIVE_INFINITY : Math.floor(connections * PER_ADDRESS_SHARE);
  /** Oldest first. */
  const silent = new Set<Socket>();
  /** Oldest first. */
  const turnedAway = new Set<Socket>();
  const addresses = new Addresses();

  /** `address`: null for any. False without an idle connection. */
  function closeOldest(address: string | null): boolean {
    for (const socket of silent) {
      if (address !== null && addresses.of(socket) !== address) continue;
      silent.delete(socket);
      counts.cut.silent++;
      socket.destroy();
      return true;
    }
    return false;
  }

  function turnAway(socket: Socket): void {
    counts.cut.crowded++;
    const [oldest] = turnedAway;
    if (oldest && turnedAway.size >= TURNED_AWAY_MAX) {
      turnedAway.delete(oldest);
      oldest.destroy();
    }
    turnedAway.add(socket);
  }

  function leave(socket: Socket): void {
    counts.connections--;
    silent.delete(socket);
    turnedAway.delete(socket);
    addresses.remove(socket);
  }

  return {
    enter: (socket, address) => {
      const ofAddress = addresses.add(socket, address);
      counts.connections++;
      socket.once('close', () => leave(socket));
      if (ofAddress > perAddressMax && !closeOldest(address)) return turnAway(socket);
      if (counts.connections - turnedAway.size > connections && !closeOldest(null)) return turnAway(socket);
      if (silent.size >= silentMax) closeOldest(null);
      silent.add(socket);
    },
    busy: (socket) => {
      silent.delete(socket);
    },
    idle: (socket) => {
      silent.add(socket);
    },
    closeIdle: () => {
      for (const socket of silent) socket.destroy();
    },
    isTurnedAway: (socket) => turnedAway.has(socket),
  };
}
