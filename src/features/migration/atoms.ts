// Migrates data of an earlier version in this browser: recordings become waiting uploads, then everything moves into a
// backup, which marks the migration as done.
//
// Old users are not migrated: the old version never verified names, and someone else may own them by now. They stay in the
// backup. Registration only suggests the name of this browser's own user.
import { atom } from 'jotai/vanilla';
import { newId } from '../../lib/ids.ts';
import { offerOldNameAtom } from '../../state/oldName.ts';
import { statePortsAtom } from '../../state/ports.ts';
import { type OldRecording, oldRecordings, oldUsername } from './oldRecordings.ts';
import { migrationPortsAtom } from './ports.ts';

/** An old recording whose bytes are on this device's disk. */
export interface MovedRecording extends Omit<OldRecording, 'audio' | 'createdAt'> {
  uploadId: string;
  reference: string;
  mimeType: string;
  sizeBytes: number;
  createdAt: string;
}

/** Stores a recording until the server has it; rejects when this device cannot. */
type KeepMoved = (recording: MovedRecording) => Promise<void>;

/** Rejects without a backup when a recording could not be stored; the next start tries again. */
export const migrateAtom = atom(null, async (get, set, keep: KeepMoved): Promise<void> => {
  const { oldData } = get(migrationPortsAtom);
  await get(statePortsAtom).outbox.asOnlySender('migration', async () => {
    oldData.clear();
    const data = oldData.read();
    if (data === null) return;
    const now = new Date().toISOString();
    const known = new Set<string>();
    for (const recording of oldRecordings(data)) {
      const moved = await set(moveAtom, recording, now, known);
      if (moved) await keep(moved);
    }
    const name = oldUsername(data);
    if (name !== '') set(offerOldNameAtom, name);
    oldData.backUp(now);
  });
});

/** Null for a duplicate, and for unreadable audio, which stays in the backup. */
const moveAtom = atom(
  null,
  async (
    get,
    _set,
    recording: OldRecording,
    now: string,
    known: Set<string>,
  ): Promise<MovedRecording | null> => {
    const { audio, ...facts } = recording;
    const ports = get(migrationPortsAtom);
    const bytes = await ports.open(audio).catch((error: unknown) => {
      console.warn('could not read the audio of an old recording', error);
      return null;
    });
    if (bytes === null || bytes.size === 0) return null;
    const uploadId = await uploadKeyOf(bytes, newId);
    if (known.has(uploadId)) return null;
    known.add(uploadId);
    const reference = await ports.keep(bytes, facts.name);
    const createdAt = recording.createdAt ?? now;
    return { ...facts, uploadId, reference, mimeType: bytes.type, sizeBytes: bytes.size, createdAt };
  },
);

/**
 * Upload key derived from the bytes, so that an interrupted or repeated migration creates one upload per recording: a UUID
 * (RFC 9562 version 8, first half of the SHA-256). Random on plain http, where the page cannot hash.
 */
async function uploadKeyOf(bytes: Blob, random: () => string): Promise<string> {
  if (!globalThis.crypto?.subtle) return random();
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await bytes.arrayBuffer())).slice(0, 16);
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
