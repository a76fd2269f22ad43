// Migrates data of an earlier version in this browser: recordings become waiting uploads, then everything moves into a
// backup, which marks the migration as done.
//
// Old users are not migrated: the old version never verified names, and someone else may own them by now. They stay in the
// backup. Registration only suggests the name of this browser's own user.
import { atom } from 'jotai/vanilla';
import { GENDERS } from '../../../api/contract/categories.ts';
import {
  DESCRIPTION_MAX_LENGTH,
  TAG_MAX_LENGTH,
  TAGS_MAX_COUNT,
  TITLE_MAX_LENGTH,
} from '../../../api/contract/limits.ts';
import { newId } from '../../lib/ids.ts';
import { offerOldNameAtom } from '../../state/oldName.ts';
import { statePortsAtom } from '../../state/ports.ts';
import type { OldData } from '../../storage/oldData.ts';
import { migrationPortsAtom } from './ports.ts';

interface OldRecording {
  title: string;
  description: string;
  gender: string;
  tags: string[];
  /** Seconds; 0 if unknown. */
  duration: number;
  name: string;
  /** ISO time; null if unknown. */
  createdAt: string | null;
  /** Data URL. */
  audio: string;
}

/** Migrated statuses: public or waiting. Refused and withdrawn recordings stay in the backup. */
const MOVED = ['active', 'approved', 'pending', 'pending_review'];

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};
const rowsOf = (value: unknown): Fields[] => Object.values(fieldsOf(value)).map(fieldsOf);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const idOf = (value: unknown): string => textOf(value) || textOf(fieldsOf(value).id);

/** The current user of this browser, or its only user. */
function ownerOf({ centralDatabase }: OldData): { id: string; username: string } | null {
  const { users, currentUser, currentUserId } = fieldsOf(centralDatabase);
  const people = rowsOf(users);
  const id = idOf(currentUser) || textOf(currentUserId) || (people.length === 1 ? idOf(people[0]) : '');
  const person = people.find((each) => idOf(each) === id);
  const username = textOf(fieldsOf(currentUser).username) || textOf(person?.username);
  return id || username ? { id, username } : null;
}

/** Empty if unknown. */
const oldUsername = (data: OldData): string => ownerOf(data)?.username.trim() ?? '';

function recordingOf(row: Fields): OldRecording | null {
  const audio = [row.url, row.data, fieldsOf(row.file).data].map(textOf).find((each) => /^data:/.test(each));
  if (audio === undefined || !MOVED.includes(textOf(row.status) || 'active')) return null;
  const [at, seconds] = [Date.parse(textOf(row.uploadedAt) || textOf(row.createdAt)), Number(row.duration)];
  const gender = GENDERS.find((each) => each === row.gender) ?? '';
  return {
    title: textOf(row.title).trim().slice(0, TITLE_MAX_LENGTH),
    description: textOf(row.description).slice(0, DESCRIPTION_MAX_LENGTH),
    gender,
    tags: Object.values(fieldsOf(row.tags))
      .map(textOf)
      .filter((tag) => tag !== '' && tag !== gender && tag.length <= TAG_MAX_LENGTH)
      .slice(0, TAGS_MAX_COUNT),
    duration: Number.isFinite(seconds) ? seconds : 0,
    name: textOf(row.originalName) || textOf(row.filename) || 'recording',
    createdAt: Number.isFinite(at) ? new Date(at).toISOString() : null,
    audio,
  };
}

/**
 * Recordings with audio data that belong to the owner or have no owner. The others stay in the backup: they belong to other
 * people, or their blob address is no longer valid.
 */
function oldRecordings(data: OldData): OldRecording[] {
  const owner = ownerOf(data);
  const isOwn = (row: Fields) => {
    const by = textOf(row.userId) || idOf(row.user);
    return by === '' || by === owner?.id;
  };
  return [...rowsOf(fieldsOf(data.centralDatabase).tracks), ...rowsOf(data.pendingUploads)]
    .filter(isOwn)
    .flatMap((row) => recordingOf(row) ?? []);
}

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
