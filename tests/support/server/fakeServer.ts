// Replaces server and disk behind `statePortsAtom`: answers by action, counts calls.
import type { createStore } from 'jotai/vanilla';
import type { FieldProblem } from '../../../api/contract/errors.ts';
import type { SendOptions } from '../../../src/api/client.ts';
import { ApiError, type ApiErrorCode } from '../../../src/api/client.ts';
import { type StatePorts, statePortsAtom } from '../../../src/state/ports.ts';
import type { Copy } from '../../../src/storage/copies.ts';
import type { OutboxEntry } from '../../../src/storage/outbox.ts';

/** `never` ends only when the caller aborts. */
export type Answer =
  | { data: unknown; nextCursor?: string; unreadCount?: number }
  | { refused: ApiErrorCode; at?: FieldProblem | null }
  | 'offline'
  | 'never';

export const okReply = (data: unknown, nextCursor?: string): Extract<Answer, { data: unknown }> =>
  nextCursor === undefined ? { data } : { data, nextCursor };
export const refusedReply = (code: ApiErrorCode, at: FieldProblem | null = null): Answer => ({
  refused: code,
  at,
});

export interface Call {
  action: string;
  body: Record<string, unknown>;
  options: SendOptions;
}

/** A device's disk, shared by the visits of one test. */
export function fakeDevice() {
  const copies = new Map<string, Copy>();
  const outbox = new Map<string, OutboxEntry>();
  const secrets = new Map<string, Uint8Array<ArrayBuffer>>();
  const owner = { identity: '', unsaved: { recordings: 0, hasTraces: false }, notes: new Set<string>() };
  const ports: Pick<StatePorts, 'copies' | 'outbox' | 'persona' | 'owner'> = {
    copies: {
      read: async (key) => copies.get(key) ?? null,
      write: async (copy) => void copies.set(copy.key, structuredClone(copy)),
      keepOf: async (of) => {
        for (const copy of copies.values()) if (copy.of !== '' && copy.of !== of) copies.delete(copy.key);
      },
      trackIds: async (before) =>
        [...copies.values()]
          .filter(({ key, takenAt }) => key.startsWith('getTracks ') && takenAt < before)
          .flatMap(({ rows }) => (rows as { id: string }[]).map(({ id }) => id)),
      renewTracks: async (ids, answer) => {
        const here = new Set(answer.map(({ id }) => id));
        for (const copy of copies.values())
          copy.rows = (copy.rows as { id: string }[]).filter(({ id }) => !ids.includes(id) || here.has(id));
      },
    },
    outbox: {
      put: async (entry) => void outbox.set(entry.id, structuredClone(entry)),
      list: async (lane) =>
        [...outbox.values()]
          .filter((entry) => lane === undefined || entry.lane === lane)
          .sort((a, b) => a.at - b.at),
      remove: async (id) => void outbox.delete(id),
      asOnlySender: async (_lane, send) => {
        await send();
        return true;
      },
    },
    persona: {
      secret: async (of) => {
        const secret = secrets.get(of ?? '') ?? crypto.getRandomValues(new Uint8Array(32));
        secrets.set(of ?? '', secret);
        return secret;
      },
    },
    owner: {
      identity: () => owner.identity,
      rename: (identity) => {
        owner.identity = identity;
      },
      passTo: async (identity, withWrites) => {
        const [from, to] = [owner.identity.split(' ')[0], identity.split(' ')[0] || null];
        owner.identity = identity;
        if (!withWrites) return;
        for (const entry of outbox.values()) if ((entry.of ?? '') === from) entry.of = to;
      },
      leave: async (identity, isRemoved) => {
        const of = owner.identity.split(' ')[0] ?? '';
        owner.identity = identity;
        if (isRemoved)
          for (const entry of outbox.values()) if ((entry.of ?? of) === of) outbox.delete(entry.id);
      },
      unsaved: async () => ({ ...owner.unsaved, unsent: outbox.size }),
      note: (name, isSet) => void (isSet ? owner.notes.add(name) : owner.notes.delete(name)),
      noted: (name) => owner.notes.has(name),
    },
  };
  return { copies, outbox, secrets, owner, ports };
}

/** Calls `answers[action]` for every request; other actions are unknown to this server. */
export function fakeServer(
  store: ReturnType<typeof createStore>,
  answers: Record<string, (body: Record<string, unknown>) => Answer>,
  device = fakeDevice(),
) {
  const calls: Call[] = [];
  const answer = async (action: string, body: object, options: SendOptions = {}): Promise<unknown> => {
    options.signal?.throwIfAborted();
    const call: Call = { action, body: body as Record<string, unknown>, options };
    calls.push(call);
    const given = answers[action]?.(call.body) ?? refusedReply('unknown_action');
    if (given === 'offline') throw new ApiError('offline', 0, 'Failed to fetch');
    if (given === 'never') {
      return new Promise((_resolve, reject) => {
        options.signal?.addEventListener('abort', () => reject(options.signal?.reason));
      });
    }
    if ('refused' in given) throw new ApiError(given.refused, 400, given.refused, given.at);
    return structuredClone(given);
  };
  const ports = { read: answer as StatePorts['read'], write: answer as StatePorts['write'] };
  store.set(statePortsAtom, { ...store.get(statePortsAtom), ...device.ports, ...ports });
  return {
    calls,
    device,
    countOf: (action: string) => calls.filter((each) => each.action === action).length,
  };
}
