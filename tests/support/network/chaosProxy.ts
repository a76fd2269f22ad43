// A TCP proxy that breaks connections like real networks: it stalls, ends, resets, throttles, drops an answer, or fails
// for a while. It counts the bytes that the client really sent.

import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

export type Fault =
  /** Both sides go silent; the connection stays open. */
  | { kind: 'stall'; afterBytes: number }
  /** Both sides are ended (FIN) or reset (RST). */
  | { kind: 'fin' | 'rst'; afterBytes: number }
  /** The request whose first line matches reaches the server; its answer never reaches the client. */
  | { kind: 'drop-answer'; request: RegExp };

/** How a network fails: connections end, break, or stay open and silent. */
export type Cut = 'fin' | 'rst' | 'stall';

export interface ChaosProxy {
  url: string;
  /** Cuts every connection, current and new, until `restore`. Stalled ones then break. */
  cut(kind: Cut): void;
  restore(): void;
  /** New connections go to another server. */
  aim(target: string): void;
  /** Bytes from clients to the server so far. */
  sentBytes(): number;
  /** What clients sent since the last call, connection by connection; only with `keepsSent`. */
  takeSent(): Buffer;
  /** Each fault happens once, in order; `afterBytes` counts from now. */
  plan(faults: Fault[]): void;
  /** Faults since `plan`. */
  faultCount(): number;
  close(): Promise<void>;
}

export interface ProxyOptions {
  /** Bytes per second from each client; unlimited when absent. */
  bytesPerSecond?: number;
  /** Keeps in memory what clients send, for `takeSent`. */
  keepsSent?: boolean;
}

export async function chaosProxy(
  target: string,
  { bytesPerSecond, keepsSent = false }: ProxyOptions = {},
): Promise<ChaosProxy> {
  let { port, hostname } = new URL(target);
  let away: Cut | null = null;
  let sent = 0;
  let base = 0;
  let planned: Fault[] = [];
  let faultCount = 0;
  const open = new Set<Socket>();
  const kept = new Map<Socket, Buffer[]>();

  const applyFault = (fault: Fault, client: Socket, server: Socket) => {
    planned.shift();
    faultCount++;
    if (fault.kind === 'stall') {
      for (const socket of [client, server]) {
        socket.removeAllListeners('data');
        socket.pause();
      }
    } else if (fault.kind === 'rst') {
      client.resetAndDestroy();
      server.resetAndDestroy();
    } else {
      client.end();
      server.end();
    }
  };

  const end = (socket: Socket, kind: Cut) => {
    if (kind === 'rst') socket.resetAndDestroy();
    else if (kind === 'fin') socket.destroy();
    else {
      socket.removeAllListeners('data');
      socket.pause();
    }
  };

  const relay = createServer({ allowHalfOpen: false }, (client) => {
    if (away !== null) {
      open.add(client);
      client.on('error', () => client.destroy());
      client.on('close', () => open.delete(client));
      return end(client, away);
    }
    const server = connect(Number(port), hostname);
    for (const socket of [client, server]) {
      open.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => open.delete(socket));
    }
    let firstLine = '';
    let answerIsDropped = false;
    client.on('data', (chunk: Buffer) => {
      if (keepsSent) kept.set(client, [...(kept.get(client) ?? []), chunk]);
      if (firstLine === '') firstLine = chunk.toString('latin1').split('\r\n')[0] ?? '';
      const [next] = planned;
      if (next?.kind === 'drop-answer') {
        if (next.request.test(firstLine)) {
          planned.shift();
          faultCount++;
          answerIsDropped = true;
        }
      } else if (next && sent + chunk.length - base >= next.afterBytes) {
        // Bytes before the fault still arrive, as on a real network.
        const before = chunk.subarray(0, Math.max(0, next.afterBytes - (sent - base)));
        sent += chunk.length;
        server.write(before);
        applyFault(next, client, server);
        return;
      }
      sent += chunk.length;
      const isFull = !server.write(chunk);
      if (bytesPerSecond !== undefined) {
        client.pause();
        setTimeout(() => client.resume(), (chunk.length / bytesPerSecond) * 1000);
      } else if (isFull) {
        client.pause();
        server.once('drain', () => client.resume());
      }
    });
    server.on('data', (chunk: Buffer) => {
      if (answerIsDropped) {
        client.resetAndDestroy();
        server.destroy();
        return;
      }
      client.write(chunk);
    });
    client.on('close', () => server.end());
    server.on('close', () => client.end());
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(relay.address() as AddressInfo).port}`,
    cut: (kind) => {
      away = kind;
      for (const socket of open) end(socket, kind);
    },
    restore: () => {
      if (away === 'stall') for (const socket of open) socket.resetAndDestroy();
      away = null;
    },
    aim: (next) => {
      ({ port, hostname } = new URL(next));
    },
    sentBytes: () => sent,
    takeSent: () => {
      const all = Buffer.concat([...kept.values()].flat());
      kept.clear();
      return all;
    },
    plan: (faults) => {
      base = sent;
      planned = [...faults];
      faultCount = 0;
    },
    faultCount: () => faultCount,
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => relay.close(resolve));
    },
  };
}
