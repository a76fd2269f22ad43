// Reads recordings from the data of an earlier version in this browser. Pure; validates every value.

import { GENDERS } from '../../../api/contract/categories.ts';
import {
  DESCRIPTION_MAX_LENGTH,
  TAG_MAX_LENGTH,
  TAGS_MAX_COUNT,
  TITLE_MAX_LENGTH,
} from '../../../api/contract/limits.ts';
import type { OldData } from '../../storage/oldData.ts';

export interface OldRecording {
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
export const oldUsername = (data: OldData): string => ownerOf(data)?.username.trim() ?? '';

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
export function oldRecordings(data: OldData): OldRecording[] {
  const owner = ownerOf(data);
  const isOwn = (row: Fields) => {
    const by = textOf(row.userId) || idOf(row.user);
    return by === '' || by === owner?.id;
  };
  return [...rowsOf(fieldsOf(data.centralDatabase).tracks), ...rowsOf(data.pendingUploads)]
    .filter(isOwn)
    .flatMap((row) => recordingOf(row) ?? []);
}
