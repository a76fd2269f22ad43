// Writing what comes as a stream into a file of its own.
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/** Writes the last of `stages` into a file that must be new; whatever goes wrong, the file is gone when this rejects. */
export async function writeNewFile(path: string, ...stages: NodeJS.ReadableStream[]): Promise<void> {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  try {
    await pipeline([...stages, file]);
  } catch (error) {
    // What breaks off at once does so before the file is open, and an opening under way makes it all the same.
    if (!file.closed) await new Promise<void>((resolve) => file.once('close', () => resolve()));
    await rm(path, { force: true });
    throw error;
  }
}
