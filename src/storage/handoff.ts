// The two session keys that pass a recording and an upload between pages. `data` of their JSON is a reference into
// IndexedDB: session storage holds 5 MB, a take up to 50. Data URLs are still read.
import { newId } from '../lib/ids.ts';
import { type AudioPath, openAudioFile } from './audioFiles.ts';
import { readTake } from './drafts.ts';
import { StorageError } from './errors.ts';
import { type FileFacts, getFile, putFile, putRecord, recordOf } from './files.ts';
import { type AudioReference, fileReference } from './references.ts';
import { deleteTake, takeById } from './takeRecords.ts';
import { holdTake } from './takeTabs.ts';

const RECORDING_KEY = 'recordingData';
const UPLOAD_KEY = 'uploadFile';
const REPLACED_KEY = 'replacedSound';
const ADDITION_KEY = 'addedTake';

export { fileReference, takeReference } from './references.ts';

/** Audio in this page. */
interface InMemory {
  blob: Blob;
  /** The take of which the disk has only the beginning. */
  partOf: string | null;
  /** As of a take. */
  marks: number[];
  /** As of an export. */
  edit: object | undefined;
}
const inMemory = new Map<AudioReference, InMemory>();

/** The browser asks before it closes a page that has the only copy of its audio. */
const ask = (event: BeforeUnloadEvent) => event.preventDefault();

/** When the disk is full: bytes stay in this page's memory until it is closed. */
export function memoryReference(
  blob: Blob,
  partOf: string | null = null,
  marks: number[] = [],
  edit?: object,
): AudioReference {
  const reference = `memory:${newId()}`;
  inMemory.set(reference, { blob, partOf, marks, edit });
  window.addEventListener('beforeunload', ask);
  return reference;
}

/** The places that the user marked in a take, seconds; none in other audio. */
export async function marksOf(reference: AudioReference): Promise<readonly number[]> {
  const parsed = parseReference(reference);
  if (parsed?.kind === 'take') return (await takeById(parsed.id)).marks ?? [];
  return inMemory.get(reference)?.marks ?? [];
}

/** The edit that an export was made with; undefined for other audio. */
export async function editOf(reference: AudioReference): Promise<object | undefined> {
  const parsed = parseReference(reference);
  if (parsed?.kind === 'file') return (await recordOf(parsed.id))?.edit;
  return inMemory.get(reference)?.edit;
}

export const isInMemory = (reference: AudioReference): boolean => inMemory.has(reference);

/** Releases these bytes and their beginning on the disk; ignores other kinds of reference. */
export async function forgetMemory(reference: AudioReference): Promise<void> {
  const partOf = inMemory.get(reference)?.partOf;
  inMemory.delete(reference);
  if (inMemory.size === 0) window.removeEventListener('beforeunload', ask);
  if (partOf) await deleteTake(partOf);
}

/**
 * Stores an export: at its path, else as a copy in the database, else in this page's memory. Never rejects when
 * storage is full.
 */
export async function referToExport(
  path: AudioPath | null,
  copy: () => Promise<Blob>,
  facts: FileFacts,
): Promise<AudioReference> {
  if (path) {
    try {
      return fileReference((await putRecord(facts, { blob: null, path })).id);
    } catch {
      return memoryReference(await openAudioFile(path, facts.type), null, [], facts.edit);
    }
  }
  const blob = await copy();
  return putRecord(facts, { blob }).then(
    ({ id }) => fileReference(id),
    () => memoryReference(blob, null, [], facts.edit),
  );
}

/** The id a reference names, by kind; null for data URLs and unknown text. */
export function parseReference(reference: AudioReference): { kind: 'take' | 'file'; id: string } | null {
  const match = /^idb:(take|file)\/([\w-]+)$/.exec(reference);
  if (!match) return null;
  return { kind: match[1] === 'take' ? 'take' : 'file', id: match[2] ?? '' };
}

export interface RecordingData {
  file: { name: string; size: number; type: string; data: AudioReference; tempTrackId: string };
  /** Seconds. */
  duration: number;
  /** ISO time. */
  recordedAt: string;
  edited: boolean;
  title: string;
}

export interface UploadFile {
  name: string;
  type: string;
  size: number;
  data: AudioReference;
}

/** The own recording whose sound the next upload of this tab replaces, with the details that it keeps. */
export interface ReplacedRecording {
  trackId: string;
  title: string;
  description: string;
  gender: string;
}

export const writeReplaced = (value: ReplacedRecording) => write(REPLACED_KEY, value);
export const clearReplaced = () => clear(REPLACED_KEY);

/** Null when there is none or it is not of the documented shape. */
export function readReplaced(): ReplacedRecording | null {
  const value = read(REPLACED_KEY);
  if (!value || typeof value.trackId !== 'string') return null;
  const { trackId, title, description, gender } = value;
  return { trackId, title: text(title), description: text(description), gender: text(gender) };
}

/** Where the next recording of this tab is added to a draft. */
export interface Addition {
  draft: RecordingData;
  /** Length of the draft and the place in it, seconds. */
  seconds: number;
  at: number;
  place: string;
  /** Milliseconds since 1970: earlier recordings are drafts of their own. */
  askedAt: number;
}

export const writeAddition = (value: Addition) => write(ADDITION_KEY, value);
export const clearAddition = () => clear(ADDITION_KEY);

/** Null when there is none or it is not of the documented shape. */
export function readAddition(): Addition | null {
  const value = read(ADDITION_KEY);
  const draft = value && recordingOf(record(value.draft));
  if (!draft) return null;
  const { seconds, at, place, askedAt } = value;
  return { draft, seconds: number(seconds), at: number(at), place: text(place), askedAt: number(askedAt) };
}

export const writeRecordingData = (value: RecordingData) => write(RECORDING_KEY, value);
export function writeUploadFile(value: UploadFile): void {
  const before = readUploadFile()?.data;
  write(UPLOAD_KEY, value);
  hold(value.data);
  if (before !== value.data) forgetUnnamed(before);
}
export const clearRecordingData = () => clear(RECORDING_KEY);
export function clearUploadFile(): void {
  const before = readUploadFile()?.data;
  clear(UPLOAD_KEY);
  forgetUnnamed(before);
}

/** No list shows an export or a picked file: without its reference it cannot be found again. */
export function forgetUnnamed(reference: AudioReference | undefined): void {
  if (reference?.startsWith('memory:') && !isNamed(reference)) void forgetMemory(reference);
}

/** Audio that this tab has opened or chosen and its session still names; other tabs must not delete it. */
const opened = new Map<AudioReference, () => void>();
const isNamed = (reference: AudioReference) =>
  reference === readRecordingData()?.file.data ||
  reference === readUploadFile()?.data ||
  reference === readAddition()?.draft.file.data;

function hold(reference: AudioReference): void {
  const id = parseReference(reference)?.id;
  if (id !== undefined && isNamed(reference) && !opened.has(reference)) opened.set(reference, holdTake(id));
}

function releaseUnnamed(): void {
  for (const [reference, release] of opened) {
    if (isNamed(reference)) continue;
    release();
    opened.delete(reference);
  }
}

/** Null when there is none or it is not of the documented shape. */
export const readRecordingData = (): RecordingData | null => recordingOf(read(RECORDING_KEY));

function recordingOf(value: Record<string, unknown> | null): RecordingData | null {
  const file = record(value?.file);
  if (!value || !file || typeof file.data !== 'string') return null;
  return {
    file: {
      name: text(file.name),
      size: number(file.size),
      type: text(file.type),
      data: file.data,
      tempTrackId: text(file.tempTrackId),
    },
    duration: number(value.duration),
    recordedAt: text(value.recordedAt),
    edited: value.edited === true,
    title: text(value.title),
  };
}

/** Null when there is none or it is not of the documented shape. */
export function readUploadFile(): UploadFile | null {
  const value = read(UPLOAD_KEY);
  if (!value || typeof value.data !== 'string') return null;
  return { name: text(value.name), type: text(value.type), size: number(value.size), data: value.data };
}

/** The bytes behind a reference, as a disk-backed Blob; rejects with `not_found`. */
export async function openReference(reference: AudioReference): Promise<Blob> {
  const parsed = parseReference(reference);
  if (parsed) {
    const { kind, id } = parsed;
    // Locked before reading, so that no other tab deletes it in between.
    hold(reference);
    return kind === 'take' ? readTake(id) : (await getFile(id)).blob;
  }
  const remembered = inMemory.get(reference);
  if (remembered) return remembered.blob;
  if (reference.startsWith('data:')) return blobFromDataUrl(reference);
  throw new StorageError('not_found');
}

/** As `openReference`; null when its bytes are gone. Rejects when storage cannot be reached. */
export async function openAudio(reference: AudioReference): Promise<Blob | null> {
  try {
    const blob = await openReference(reference);
    return blob.size > 0 ? blob : null;
  } catch (error) {
    if (error instanceof StorageError && error.code === 'not_found') return null;
    throw error;
  }
}

/** Moves audio from the session into the database and leaves a reference: the session holds 5 MB. */
export async function keepInlineAudio(): Promise<void> {
  const keep = async (name: string, url: AudioReference) =>
    fileReference((await putFile(blobFromDataUrl(url), name)).id);
  const upload = readUploadFile();
  if (upload?.data.startsWith('data:'))
    writeUploadFile({ ...upload, data: await keep(upload.name, upload.data) });
  const recording = readRecordingData();
  if (recording?.file.data.startsWith('data:')) {
    const data = await keep(recording.file.name, recording.file.data);
    writeRecordingData({ ...recording, file: { ...recording.file, data } });
  }
}

function blobFromDataUrl(url: string): Blob {
  const comma = url.indexOf(',');
  const head = url.slice(5, comma);
  const body = url.slice(comma + 1);
  if (comma < 0) throw new StorageError('not_found');
  const type = head.replace(/;base64$/, '');
  if (!head.endsWith(';base64')) return new Blob([decodeURIComponent(body)], { type });
  const binary = atob(body);
  return new Blob([Uint8Array.from(binary, (char) => char.charCodeAt(0))], { type });
}

/**
 * Values that the session refused, or null for ones it failed to remove: later pages of this visit read them here.
 */
const unstored = new Map<string, string | null>();

function store(key: string, value: string | null): void {
  unstored.delete(key);
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch (error) {
    console.warn('the session is in memory only', error);
    unstored.set(key, value);
  }
  releaseUnnamed();
}

const write = (key: string, value: object) => store(key, JSON.stringify(value));
const clear = (key: string) => store(key, null);

function read(key: string): Record<string, unknown> | null {
  try {
    const refused = unstored.get(key);
    return record(JSON.parse((refused === undefined ? sessionStorage.getItem(key) : refused) ?? 'null'));
  } catch {
    return null;
  }
}

const record = (value: unknown) =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
const text = (value: unknown) => (typeof value === 'string' ? value : '');
const number = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : 0);
