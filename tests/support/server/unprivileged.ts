// A server that runs without root, as in production; tests may run as root.
import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';

const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;

/** Prefix of the server's command; `data` and its blob folder then belong to that user. */
export async function asNobody(data: string): Promise<string[]> {
  await mkdir(join(data, 'blobs'), { recursive: true });
  if (!isRoot) return [];
  for (const path of [data, join(data, 'blobs')]) await chown(path, NOBODY, NOBODY);
  return ['setpriv', '--reuid', String(NOBODY), '--regid', String(NOBODY), '--clear-groups'];
}
