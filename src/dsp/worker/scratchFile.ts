// A file on disk that several workers write in turns: each call opens and closes it.
import type { ScratchPath } from '../protocol.ts';
import { openDisk } from './exportSink.ts';

const STEP_BYTES = 1 << 20;

/** Writes `bytes` at an offset; fails where the disk is full. */
export async function writeScratch(scratch: ScratchPath, at: number, bytes: Blob): Promise<void> {
  const { access } = await openDisk(scratch);
  try {
    const reader = new FileReaderSync();
    for (let from = 0; from < bytes.size; from += STEP_BYTES) {
      const step = new Uint8Array(reader.readAsArrayBuffer(bytes.slice(from, from + STEP_BYTES)));
      if (access.write(step, { at: at + from }) !== step.length) throw new RangeError('written in part');
    }
  } finally {
    access.close();
  }
}

/** The file as it is on disk, of a MIME type. */
export async function readScratch([root, page, name]: ScratchPath, type: string): Promise<Blob> {
  const origin = await navigator.storage.getDirectory();
  const folder = await (await origin.getDirectoryHandle(root)).getDirectoryHandle(page);
  const file = await (await folder.getFileHandle(name)).getFile();
  return new File([file], file.name, { type });
}
