// What a store does with objects, in the words of the S3 API.
import { open } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { notFound } from '../../errors.ts';
import type { S3Place } from '../../storageUrl.ts';
import type { StoredBlob } from '../blobs.ts';
import { type Listed, readList } from './answers.ts';
import { askForList } from './listing.ts';
import { readRange } from './reading.ts';
import { storeUnreachable, type Transport } from './transport.ts';
import { createPartedUploads, PART_BYTES } from './uploads.ts';

export interface Objects {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** In parts where it is large; nobody sees it before it is whole. */
  putFile(key: string, path: string): Promise<number>;
  stat(key: string): Promise<StoredBlob | null>;
  /** A small object; null when there is none. */
  text(key: string): Promise<string | null>;
  /** Done by the store; resolves when it holds the copy. No error when there is nothing to copy. */
  copy(from: string, to: string): Promise<void>;
  /** Throws `not_found` when there is none. */
  read(key: string, start: number, end: number): Promise<Readable>;
  /** No error when it is already gone. */
  remove(key: string): Promise<void>;
  /** By name. */
  list(prefix: string): AsyncIterable<Listed>;
  /** Ends uploads in parts that were begun before (ms since 1970) and never completed; how many. */
  endUploads(prefix: string, before: number): Promise<number>;
}

export function createObjects(
  transport: Transport,
  { bucket, prefix: root }: Pick<S3Place, 'bucket' | 'prefix'>,
): Objects {
  const put = async (key: string, body: Uint8Array) => {
    await transport.text({ operation: 'put', method: 'PUT', key, body, accept: [200] });
  };
  const stat = async (key: string): Promise<StoredBlob | null> => {
    const { status, headers } = await transport.text({
      operation: 'head',
      method: 'HEAD',
      key,
      accept: [200, 404],
    });
    if (status === 404) return null;
    const modifiedAt = Date.parse(headers['last-modified'] ?? '');
    return { size: Number(headers['content-length']), modifiedAt };
  };

  const uploads = createPartedUploads(transport, root, stat);

  const list = async function* (prefix: string): AsyncGenerator<Listed> {
    let query: Record<string, string> = { 'list-type': '2', prefix: root + prefix };
    for (;;) {
      const { objects, next } = readList(await askForList(transport, query));
      for (const object of objects) yield { ...object, key: object.key.slice(root.length) };
      if (next === null) return;
      query = { ...query, 'continuation-token': next };
    }
  };

  return {
    put,
    putFile: async (key, path) => {
      const file = await open(path, 'r');
      try {
        const { size } = await file.stat();
        const readPart = async (at: number) => {
          const part = Buffer.allocUnsafe(Math.min(PART_BYTES, size - at));
          const { bytesRead } = await file.read(part, 0, part.length, at);
          if (bytesRead < part.length) throw new Error('the file is shorter than it was');
          return part;
        };
        if (size <= PART_BYTES) await put(key, await readPart(0));
        else await uploads.send(key, size, readPart);
        return size;
      } finally {
        await file.close();
      }
    },
    stat,
    text: async (key) => {
      const asked = await transport.text({ operation: 'get', method: 'GET', key, accept: [200, 404] });
      return asked.status === 404 ? null : asked.text;
    },
    copy: async (from, to) => {
      const headers = { 'x-amz-copy-source': `/${bucket}/${root}${from}` };
      const accept = [200, 404];
      const copied = await transport.text({ operation: 'put', method: 'PUT', key: to, headers, accept });
      if (copied.status === 404) return;
      const [source, copy] = [await stat(from), await stat(to)];
      // 200 may carry an error: its status was sent too early.
      if (source && copy?.size !== source.size) throw storeUnreachable(new Error(copied.text));
    },
    read: async (key, start, end) => {
      if (end < start) return Readable.from([]);
      const ask = async (at: number): Promise<IncomingMessage> => {
        const headers = { Range: `bytes=${at}-${end}` };
        const accept = [206, 404];
        const answer = await transport.open({ operation: 'get', method: 'GET', key, headers, accept });
        if (answer.statusCode === 206) return answer;
        answer.resume();
        throw notFound('Audio');
      };
      return readRange(start, end, ask);
    },
    remove: async (key) => {
      await transport.text({ operation: 'delete', method: 'DELETE', key, accept: [200, 204, 404] });
    },
    list,
    endUploads: uploads.endOlder,
  };
}
