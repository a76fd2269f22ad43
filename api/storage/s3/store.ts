// Blobs in a bucket: <prefix>audio/<name>; transfers in <prefix>pieces/<name>/; blobs without a row in
// <prefix>quarantine/<name>; their owner in <prefix>installation.
import { rm } from 'node:fs/promises';
import { notFound } from '../../errors.ts';
import type { S3Place } from '../../storageUrl.ts';
import {
  type BlobStore,
  INSTALLATION_FILE,
  isBlobName,
  madeFrom,
  type Quarantine,
  type StoredBlob,
  TRANSFER_NAME,
} from '../blobs.ts';
import { writeNewFile } from '../newFile.ts';
import { createObjects, type Objects } from './objects.ts';
import { s3Pieces } from './pieces.ts';
import { createTransport } from './transport.ts';

const FOLDER = 'audio/';
const ASIDE = 'quarantine/';
/** Blobs whose size is remembered: about 4 MB. */
const REMEMBERED = 20_000;

function keyOf(name: string): string {
  if (!isBlobName(name)) throw new Error('not a blob name');
  return FOLDER + name;
}

function s3Quarantine(objects: Objects, removeOne: (name: string) => Promise<void>): Quarantine {
  const asideOf = (name: string) => ASIDE + keyOf(name).slice(FOLDER.length);
  return {
    put: async (name) => {
      await objects.copy(keyOf(name), asideOf(name));
      await removeOne(name);
    },
    release: async (name) => {
      if (!(await objects.stat(keyOf(name)))) await objects.copy(asideOf(name), keyOf(name));
      await objects.remove(asideOf(name));
    },
    remove: (name) => objects.remove(asideOf(name)),
    list: async function* () {
      for await (const { key, modifiedAt } of objects.list(ASIDE)) {
        const name = key.slice(ASIDE.length);
        if (isBlobName(name)) yield { name, movedAt: modifiedAt };
      }
    },
  };
}

/** Sends no request: the server starts even while the store is unreachable. */
export function createS3Store(place: S3Place): BlobStore {
  const transport = createTransport(place);
  const objects = createObjects(transport, place);
  const pieces = s3Pieces(objects);
  const remembered = new Map<string, StoredBlob>();
  const stat = async (name: string) => {
    const found = await objects.stat(keyOf(name));
    remembered.delete(name);
    if (!found) return null;
    if (remembered.size >= REMEMBERED) remembered.clear();
    remembered.set(name, found);
    return found;
  };
  const read: BlobStore['read'] = (name, start, end) => objects.read(keyOf(name), start, end);
  const removeOne = async (name: string) => {
    remembered.delete(name);
    await objects.remove(keyOf(name));
  };
  return {
    pieces,
    quarantine: s3Quarantine(objects, removeOne),
    owners: async () => [(await objects.text(INSTALLATION_FILE))?.trim() || null],
    claim: (installation) => objects.put(INSTALLATION_FILE, Buffer.from(`${installation}\n`)),
    put: async (name, bytes) => objects.put(keyOf(name), bytes),
    putFile: async (name, path) => {
      await objects.putFile(keyOf(name), path);
      await rm(path, { force: true });
    },
    stat,
    known: async (name) => remembered.get(name) ?? stat(name),
    read,
    readWhole: async (name, start, end) => {
      const chunks: Buffer[] = [];
      for await (const chunk of await read(name, start, end)) chunks.push(chunk as Buffer);
      const bytes = Buffer.concat(chunks);
      if (bytes.length < end - start + 1) throw new Error('the blob is shorter than it was');
      return bytes;
    },
    copyTo: async (name, path) => {
      const found = await stat(name);
      if (!found) throw notFound('Audio');
      await writeNewFile(path, await read(name, 0, found.size - 1));
    },
    remove: async (name) => {
      if (TRANSFER_NAME.test(name)) return pieces.remove(name);
      for (const made of madeFrom(name)) await removeOne(made);
      await removeOne(name);
    },
    list: async function* () {
      for await (const { key } of objects.list(FOLDER)) {
        const name = key.slice(FOLDER.length);
        if (isBlobName(name)) yield name;
      }
    },
    endUploads: (before) => objects.endUploads(FOLDER, before),
    link: (name, { mimeType, seconds }) =>
      transport.signer.link(
        keyOf(name),
        { 'response-content-type': mimeType, 'response-cache-control': 'private, no-store' },
        seconds,
      ),
    state: () => ({ isDown: transport.health.isDown(), requests: transport.health.counts() }),
    close: transport.close,
  };
}
