// Data that survives a kill of the app: outbox, copies, notes, files, settings, cookie. A kill interrupts the app's
// ports to it in the middle of any operation.

import type { PublishPorts } from '../../../src/features/publish/ports.ts';
import type { StatePorts } from '../../../src/state/ports.ts';
import { StorageError } from '../../../src/storage/errors.ts';
import { parseReference } from '../../../src/storage/handoff.ts';
import { fakeDevice } from '../server/fakeServer.ts';

export interface PhoneDisk {
  device: ReturnType<typeof fakeDevice>;
  files: Map<string, Blob>;
  notes: Map<string, unknown>;
  settings: Map<string, string>;
  deviceId: string;
  cookie: string;
}

export const emptyDisk = (cookie: string): PhoneDisk => ({
  device: fakeDevice(),
  files: new Map(),
  notes: new Map(),
  settings: new Map(),
  deviceId: crypto.randomUUID(),
  cookie,
});

const NEVER = new Promise<never>(() => {});

/** The functions of `ports`, which neither start nor finish once the app is dead. */
function stoppedByAbort<Ports extends object>(ports: Ports, end: AbortSignal): Ports {
  const guarded = Object.entries(ports).map(([name, work]) => [
    name,
    typeof work !== 'function'
      ? work
      : async (...given: unknown[]) => {
          if (end.aborted) return NEVER;
          try {
            const answer = await work(...given);
            return end.aborted ? NEVER : answer;
          } catch (error) {
            if (end.aborted) return NEVER;
            throw error;
          }
        },
  ]);
  return Object.fromEntries(guarded) as Ports;
}

/** Outbox, copies and settings. Only one app at a time uses a disk. */
export function statePortsOn(
  disk: PhoneDisk,
  end: AbortSignal,
): Omit<StatePorts, 'read' | 'write' | 'device'> {
  const { outbox, copies, persona, owner } = disk.device.ports;
  const senders = new Set<string>();
  return {
    outbox: stoppedByAbort(
      {
        ...outbox,
        asOnlySender: async (what, send) => {
          if (senders.has(what)) return false;
          senders.add(what);
          await send().finally(() => senders.delete(what));
          return true;
        },
      },
      end,
    ),
    copies: stoppedByAbort(copies, end),
    persona: stoppedByAbort(persona, end),
    owner,
    settings: {
      read: (key, accept, fallback) => {
        const value: unknown = JSON.parse(disk.settings.get(key) ?? 'null');
        return accept(value) ? value : fallback;
      },
      write: (key, value) => void disk.settings.set(key, JSON.stringify(value)),
    },
    openAudio: async (reference) => disk.files.get(reference) ?? null,
  };
}

type Kept = Pick<PublishPorts, 'notes' | 'files' | 'handoff' | 'device' | 'releaseTake'>;

/** Files and notes of pending publications. */
export function publishPortsOn({ files, notes, deviceId }: PhoneDisk, end: AbortSignal): Kept {
  const remove = async (id: string) => void files.delete(`idb:file/${id}`);
  const open = async (reference: string) => {
    const file = files.get(reference);
    if (!file) throw new StorageError('not_found', reference);
    return file;
  };
  return {
    notes: stoppedByAbort(
      {
        read: async (key: string) => notes.get(key),
        write: async (key: string, value: unknown) => void notes.set(key, value),
        remove: async (key: string) => void notes.delete(key),
      },
      end,
    ),
    files: stoppedByAbort({ remove } as PublishPorts['files'], end),
    handoff: { ...stoppedByAbort({ openReference: open }, end), parseReference } as PublishPorts['handoff'],
    device: { id: () => deviceId, count: () => undefined } as unknown as PublishPorts['device'],
    releaseTake: async () => undefined,
  };
}
