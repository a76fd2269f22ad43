// A script that listens to `/api/events` and records the events.

import type { IncomingMessage } from 'node:http';
import { get as request } from 'node:http';
import type { Client } from '../server/publish.ts';

export interface ReceivedEvent {
  id: number;
  name: string;
  data: unknown;
}

export interface Listener {
  status: number;
  headers: IncomingMessage['headers'];
  /** Events of the log, in order. */
  events: ReceivedEvent[];
  /** Events from memory: public ones and `newsChanged`. */
  hints: Omit<ReceivedEvent, 'id'>[];
  /** Resolves with the data of all hints of this name once `isIt` accepts one; rejects after ten seconds. */
  untilHint<Data>(name: string, isIt: (data: Data) => boolean): Promise<Data[]>;
  /** Its position in the log at the start; null until the server sends it. */
  began(): number | null;
  /** Resolves once `count` events have arrived; rejects after ten seconds. */
  until(count: number): Promise<ReceivedEvent[]>;
  /** Resolves when the server ends the stream; rejects after `withinMs`. */
  ended(withinMs?: number): Promise<void>;
  /** Stops reading without closing the connection. */
  stall(): void;
  resume(): void;
  close(): void;
}

const parse = (block: string): ReceivedEvent | null => {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
  const name = field('event');
  return name === undefined
    ? null
    : { id: Number(field('id') ?? Number.NaN), name, data: JSON.parse(field('data') ?? 'null') };
};

export function listen(client: Client, headers: Record<string, string> = {}, awayMs = 0): Promise<Listener> {
  return new Promise((resolve, reject) => {
    const call = request(
      `${client.url}/api/events${awayMs > 0 ? `?away=${awayMs}` : ''}`,
      { headers: { ...(client.cookie ? { cookie: client.cookie } : {}), ...headers }, agent: false },
      (reply) => {
        const events: ReceivedEvent[] = [];
        const hints: Omit<ReceivedEvent, 'id'>[] = [];
        const waiting = new Set<() => void>();
        let rest = '';
        let began: number | null = null;
        let isOver = false;
        const check = () => {
          for (const look of waiting) look();
        };
        reply.on('data', (chunk: Buffer) => {
          rest += chunk.toString();
          const blocks = rest.split('\n\n');
          rest = blocks.pop() ?? '';
          for (const block of blocks) {
            const event = parse(block);
            if (event && Number.isNaN(event.id)) hints.push({ name: event.name, data: event.data });
            else if (event) events.push(event);
            else if (/^id: \d+$/.test(block)) began = Number(block.slice(4));
          }
          check();
        });
        const over = () => {
          isOver = true;
          check();
        };
        reply.on('end', over);
        reply.on('close', over);
        reply.on('error', over);
        const when = (isTrue: () => boolean, withinMs: number, what: () => string) =>
          new Promise<void>((done, fail) => {
            const look = () => {
              if (!isTrue()) return;
              clearTimeout(timer);
              waiting.delete(look);
              done();
            };
            const timer = setTimeout(() => {
              waiting.delete(look);
              fail(new Error(what()));
            }, withinMs);
            waiting.add(look);
            look();
          });
        resolve({
          status: reply.statusCode ?? 0,
          headers: reply.headers,
          events,
          hints,
          untilHint: async <Data>(name: string, isIt: (data: Data) => boolean) => {
            const all = () => hints.filter((each) => each.name === name).map(({ data }) => data as Data);
            await when(
              () => all().some(isIt),
              10_000,
              () => `received only ${JSON.stringify(hints)}`,
            );
            return all();
          },
          began: () => began,
          until: async (count) => {
            await when(
              () => events.length >= count,
              10_000,
              () => `${isOver ? 'disconnected after' : 'received only'} ${JSON.stringify(events)}`,
            );
            return events;
          },
          ended: (withinMs = 10_000) =>
            when(
              () => isOver,
              withinMs,
              () => 'still open',
            ),
          stall: () => reply.pause(),
          resume: () => reply.resume(),
          close: () => {
            reply.removeAllListeners('error');
            reply.on('error', () => {});
            call.destroy();
          },
        });
      },
    );
    call.on('error', reject);
  });
}
