// A pending upload as stored on this device until the server has it: reference, texts and state.

import type { OutboxEntry } from '../../storage/outbox.ts';
import type { AudioReference } from '../../storage/references.ts';
import type { PublishFailure } from './failure.ts';

export interface WaitingUpload {
  /** Client-made UUID, the upload key: a late retry never creates a second track. */
  uploadId: string;
  reference: AudioReference;
  /** The take or file it was cut from; released together with it. Null when it is its own source. */
  source: AudioReference | null;
  originalName: string;
  mimeType: string;
  sizeBytes: number;
  /** Seconds. */
  duration: number;
  title: string;
  description: string;
  gender: string;
  tags: string[];
  consentAt: string | null;
  /** Version of the confirmed statement; entries of earlier versions mean version 1. */
  consentVersion?: number | undefined;
  /** ISO time. */
  createdAt: string;
  /** `TrackView.cover`; entries of earlier versions have none of what follows. */
  cover?: string;
  /** The transcript; empty when there is none. */
  transcript?: string;
  /** Whether others may comment; missing means yes. */
  allowComments?: boolean;
  /** Id of the own recording whose sound it replaces; missing for a new one. */
  replaces?: string | null;
  /** Why it is no longer sent automatically, or why the last attempt failed. */
  failure?: PublishFailure | null;
  /** Sent only when the person asks: it was paused, refused, or failed while the form was open. */
  held?: 'paused' | 'refused' | null;
  /** ISO time at which the person chose to keep it longer. */
  keptAt?: string | null;
  /** Made by a guest. A killed browser may have lost the session, so any guest of this browser may send it. */
  byGuest?: boolean;
}

/** Age at which the person is asked what to do with an unsent upload. */
const ASK_AFTER_MS = 30 * 86_400_000;

export type UploadState = 'waiting' | 'sending' | 'paused' | 'refused' | 'foreign' | 'asks';

export const uploadOf = (entry: OutboxEntry): WaitingUpload => entry.body as WaitingUpload;

/** The current user: `account` is empty for a visitor, who counts as a guest. */
export interface CurrentUser {
  account: string;
  isGuest: boolean;
}

/** State of an entry that is not being sent. `here` is null while the user is unknown. */
export function stateOf(entry: OutboxEntry, here: CurrentUser | null, now: number): UploadState {
  const { held, createdAt, keptAt, byGuest } = uploadOf(entry);
  if (held) return held;
  const isTheirs = entry.of === null || entry.of === here?.account || (byGuest && here?.isGuest);
  if (here && !isTheirs) return 'foreign';
  return now - Date.parse(keptAt ?? createdAt) > ASK_AFTER_MS ? 'asks' : 'waiting';
}

export function toEntry(body: WaitingUpload, of: string | null): OutboxEntry<WaitingUpload> {
  const keeps = body.source === null ? [body.reference] : [body.reference, body.source];
  const at = Date.parse(body.createdAt);
  return { id: body.uploadId, lane: 'uploads', action: 'upload', body, of, at, triedAt: null, keeps };
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  'audio/mpeg': 'mp3',
  'audio/mp3': 'mp3',
  'audio/wav': 'wav',
  'audio/ogg': 'ogg',
  'audio/m4a': 'm4a',
  'audio/aac': 'aac',
  'audio/webm': 'webm',
  'audio/flac': 'flac',
};

export const extensionOf = (type: string) => EXTENSIONS[type] ?? 'audio';

/** The file name that is sent. The original name can identify a person and stays on this device. */
export const sentName = (type: string) => `recording.${extensionOf(type)}`;
