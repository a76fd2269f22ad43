import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/** Pipes `stages` into a file that must not exist. When this rejects, the file is deleted. */
export async function writeNewFile(path: string, ...stages: NodeJS.ReadableStream[]): Promise<void> {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  try {
    await pipeline([...stages, file]);
  } catch (error) {
    // A stream can fail before the file is open; the pending open would then still create it.
    if (!file.closed) await new Promise<void>((resolve) => file.once('close', () => resolve()));
    await rm(path, { force: true });
    throw error;
  }
}
