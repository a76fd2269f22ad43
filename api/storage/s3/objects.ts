// What a store does with objects, in the words of the S3 API.
import { open } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { notFound } from '../../errors.ts';
import type { StoredBlob } from '../blobs.ts';
import { blocks, field, type Listed, readList } from './answers.ts';
import { readRange } from './reading.ts';
import { storeUnreachable, type Transport } from './transport.ts';

/** A part; smaller files are sent at once. The API takes 5 MiB or more, and this much is held in memory for each. */
const PART_BYTES = 8 * 1024 * 1024;

export interface Objects {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** In parts where it is large; nobody sees it before it is whole. */
  putFile(key: string, path: string): Promise<number>;
  stat(key: string): Promise<StoredBlob | null>;
  /** Throws `not_found` when there is none. */
  read(key: string, start: number, end: number): Promise<Readable>;
  /** No error when it is already gone. */
  remove(key: string): Promise<void>;
  /** By name. */
  list(prefix: string): AsyncIterable<Listed>;
  /** Ends uploads in parts that were begun before (ms since 1970) and never completed; how many. */
  endUploads(prefix: string, before: number): Promise<number>;
}

export function createObjects(transport: Transport, root: string): Objects {
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

  /** Sends the parts and makes one object of them. */
  async function sendParts(key: string, size: number, readPart: (at: number) => Promise<Buffer>) {
    const begun = await transport.text({
      operation: 'put',
      method: 'POST',
      key,
      query: { uploads: '' },
      accept: [200],
    });
    const uploadId = field(begun.text, 'UploadId');
    if (uploadId === null) throw storeUnreachable(new Error('no upload id'));
    try {
      const parts: string[] = [];
      for (let at = 0; at < size; at += PART_BYTES) {
        const partNumber = parts.length + 1;
        const query = { partNumber: String(partNumber), uploadId };
        const body = await readPart(at);
        const { headers } = await transport.text({
          operation: 'put',
          method: 'PUT',
          key,
          query,
          body,
          accept: [200],
        });
        parts.push(`<Part><PartNumber>${partNumber}</PartNumber><ETag>${headers.etag}</ETag></Part>`);
      }
      const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
      const completed = await transport.text({
        operation: 'put',
        method: 'POST',
        key,
        query: { uploadId },
        body,
        accept: [200, 404],
      });
      // 404: an answer was lost, and this was the second try. 200 may carry an error: its status was sent too early.
      const isDone = completed.status === 200 && !completed.text.includes('<Error>');
      if (!isDone && (await stat(key))?.size !== size) throw storeUnreachable(new Error(completed.text));
    } catch (error) {
      await endUpload(key, uploadId).catch(() => {});
      throw error;
    }
  }

  const endUpload = (key: string, uploadId: string) =>
    transport.text({
      operation: 'delete',
      method: 'DELETE',
      key,
      query: { uploadId },
      accept: [200, 204, 404],
    });

  const list = async function* (prefix: string): AsyncGenerator<Listed> {
    let query: Record<string, string> = { 'list-type': '2', prefix: root + prefix };
    for (;;) {
      const { text } = await transport.text({
        operation: 'list',
        method: 'GET',
        key: '',
        query,
        accept: [200],
      });
      const { objects, next } = readList(text);
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
        else await sendParts(key, size, readPart);
        return size;
      } finally {
        await file.close();
      }
    },
    stat,
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
    endUploads: async (prefix, before) => {
      const query = { uploads: '', prefix: root + prefix };
      const { text } = await transport.text({
        operation: 'list',
        method: 'GET',
        key: '',
        query,
        accept: [200],
      });
      let ended = 0;
      for (const upload of blocks(text, 'Upload')) {
        if (Date.parse(field(upload, 'Initiated') ?? '') > before) continue;
        const key = (field(upload, 'Key') ?? '').slice(root.length);
        await endUpload(key, field(upload, 'UploadId') ?? '');
        ended++;
      }
      return ended;
    },
  };
}
