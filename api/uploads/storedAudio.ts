// Inspects the audio of an upload and stores it, or discards it if no row follows.
import { randomBytes } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { isTooDamaged } from '../contract/damage.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import type { InspectedAudio } from '../inspect/inspector.ts';
import { assertStored, storeEnvelope } from '../storage/blobs.ts';
import type { ReceivedFile } from './receive.ts';

/** Removes a blob without a row; if that fails, the sweep removes it later. */
export const discard = ({ blobs, log }: Pick<Deps, 'blobs' | 'log'>, name: string) =>
  blobs.remove(name).catch((error) => log.warn({ err: error, file: name }, 'an orphan stays for the sweep'));

export interface StoredAudio {
  audio: InspectedAudio;
  name: string;
  /** Blob of its spectral envelope. */
  envelope: string | null;
  /** Bytes of the stored file. */
  size: number;
  /** SHA-256 of the stored file, lower-case hex. */
  sha256: string;
  /** SHA-256 of only its sound, lower-case hex. */
  soundSha256: string;
  /** Names of removed metadata fields. */
  removed: string[];
}

/** Stores audio and envelope, or neither. Returns the name of the envelope. */
async function storeBoth(
  deps: Pick<Deps, 'blobs' | 'log'>,
  { name, path, size, envelope }: { name: string; path: string; size: number; envelope: Uint8Array },
): Promise<string | null> {
  try {
    await deps.blobs.putFile(name, path);
    await assertStored(deps.blobs, name, size);
    return await storeEnvelope(deps.blobs, name, envelope);
  } catch (error) {
    await discard(deps, name);
    throw error;
  }
}

/**
 * Inspects the file in the engine's thread and stores it, or a copy without metadata, under a random name. `caller`: for fair
 * turns between uploaders.
 */
export async function storeAudio(deps: Deps, file: ReceivedFile, caller: string): Promise<StoredAudio> {
  const cleanPath = deps.temporary.path();
  try {
    const audio = await deps.inspector.inspect(file.path, file.size, cleanPath, caller);
    if (isTooDamaged({ ...audio, container: audio.receivedContainer }))
      throw new ApiError('audio_damaged', 'Parts of the audio are missing or unreadable');
    const name = `${randomBytes(16).toString('hex')}.${audio.extension}`;
    const path = audio.cleaned ? cleanPath : file.path;
    const size = audio.cleaned ? (await stat(cleanPath)).size : file.size;
    const envelope = await storeBoth(deps, { name, path, size, envelope: audio.envelope });
    const asReceived = { sha256: file.sha256, soundSha256: file.sha256, removed: [] };
    return { audio, name, envelope, size, ...(audio.cleaned ?? asReceived) };
  } finally {
    await rm(cleanPath, { force: true });
  }
}
