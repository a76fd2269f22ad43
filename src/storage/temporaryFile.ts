// A file for what a page cannot hold in memory, such as an export with all audio.
import { newId } from '../lib/ids.ts';
import { type AudioPath, FOLDER, folderOf, openAudioFile, removeAudioFile } from './audioFiles.ts';

export interface TemporaryFile {
  stream: WritableStream<Uint8Array>;
  /** Disk-backed, with this type. Call after the stream is closed. */
  read(type: string): Promise<Blob>;
  remove(): Promise<void>;
}

/**
 * A file without a record, which the daily sweep or the next account removes. For what a page cannot hold: Chromium
 * could not read back a Blob of 500 MB made of pieces. Where pages cannot write files (Safari before 26), it is a Blob all the same.
 */
export async function createTemporaryFile(): Promise<TemporaryFile> {
  const path: AudioPath = [FOLDER, `temporary-${newId()}`];
  try {
    const handle = await (await folderOf(FOLDER)).getFileHandle(path[1], { create: true });
    return {
      stream: await handle.createWritable(),
      read: (type) => openAudioFile(path, type),
      remove: () => removeAudioFile(path),
    };
  } catch (error) {
    console.warn('the file is written to memory', error);
    const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>>();
    const blob = new Response(readable).blob();
    // A failure reaches the writer.
    blob.catch(() => {});
    return {
      stream: writable,
      read: async (type) => new Blob([await blob], { type }),
      remove: async () => {},
    };
  }
}
