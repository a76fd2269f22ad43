// Reading and writing objects of a bucket through the S3 API.

import { open } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { notFound } from '../../errors.ts';
import type { S3Place } from '../../storageUrl.ts';
import type { StoredBlob } from '../blobs.ts';
import { SILENCE_MS, storeUnreachable, type Transport } from './transport.ts';

/** The store answers but refuses every request: a setting is wrong. The message is for the operator. */
class StoreRefused extends Error {
  override name = 'StoreRefused';
}

/** Answers of an S3 server that a setting explains. */
const REFUSALS = [301, 307, 400, 401, 403];

/** Throws when the answer to a read means that the bucket, its region or the keys are wrong. */
function refuseWrongSettings(
  status: number,
  text: string,
  { bucket, endpoint }: Pick<S3Place, 'bucket' | 'endpoint'>,
): void {
  const refuse = (sentence: string) => {
    throw new StoreRefused(sentence);
  };
  if (status === 404 && text.includes('NoSuchBucket'))
    refuse(`There is no bucket ${bucket} at ${endpoint} (STORAGE_URL). Create it, or correct STORAGE_URL.`);
  if (status === 401 || status === 403)
    refuse(
      `${endpoint} (STORAGE_URL) refuses the keys for the bucket ${bucket}. Correct AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or their rights.`,
    );
  if (REFUSALS.includes(status))
    refuse(
      `${endpoint} does not accept the region or the style of the bucket ${bucket}. Correct STORAGE_URL.`,
    );
}

// XML of the API's answers: no attributes, no nested elements of the same name.

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

const decoded = (text: string) =>
  text.replace(/&(?:(lt|gt|amp|quot|apos)|#(\d+)|#x([0-9a-fA-F]+));/g, (_all, name, decimal, hex) =>
    name ? (ENTITIES[name] ?? '') : String.fromCodePoint(Number.parseInt(decimal ?? hex, decimal ? 10 : 16)),
  );

/** Contents of the first `<name>`; null when there is none. */
function field(xml: string, name: string): string | null {
  const found = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return found === undefined ? null : decoded(found);
}

/** Every `<name>…</name>`, unread. */
const blocks = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, inner = '']) => inner);

interface Listed {
  key: string;
  size: number;
  /** Milliseconds since 1970. */
  modifiedAt: number;
}

/** A page of ListObjectsV2, and the token of the next. */
function readList(xml: string): { objects: Listed[]; next: string | null } {
  const objects = blocks(xml, 'Contents').map((inner) => ({
    key: field(inner, 'Key') ?? '',
    size: Number(field(inner, 'Size')),
    modifiedAt: Date.parse(field(inner, 'LastModified') ?? ''),
  }));
  return { objects, next: field(xml, 'IsTruncated') === 'true' ? field(xml, 'NextContinuationToken') : null };
}

/** XML of a list, of objects or of unfinished multipart uploads depending on `query`. */
async function askForList(transport: Transport, query: Record<string, string>): Promise<string> {
  const asked = await transport.text({ operation: 'list', method: 'GET', key: '', query, accept: [200] });
  return asked.text;
}

const STREAMED_BYTES = 64 * 1024;
/** Interrupted answers in a row that brought no byte. */
const TEARS_MAX = 4;

/**
 * Bytes `start … end`; resolves with the first answer, so that a store that is away is an error and no torn stream.
 * `ask` opens the range from `at` to `end`.
 */
async function readRange(
  start: number,
  end: number,
  ask: (at: number) => Promise<IncomingMessage>,
): Promise<Readable> {
  let at = start;
  let tears = 0;
  let answer = await ask(start);
  let silence: NodeJS.Timeout | undefined;
  const stream = new Readable({
    highWaterMark: STREAMED_BYTES,
    // A reader that pauses does not make the store silent.
    read() {
      clearTimeout(silence);
      silence = setTimeout(() => answer.destroy(new Error('the store fell silent')), SILENCE_MS);
      answer.resume();
    },
    destroy(error, done) {
      clearTimeout(silence);
      answer.destroy();
      done(error);
    },
  });
  const follow = (from: IncomingMessage) => {
    answer = from;
    answer.on('data', (chunk: Buffer) => {
      if (stream.destroyed) return;
      clearTimeout(silence);
      tears = 0;
      at += chunk.length;
      if (at > end + 1) stream.destroy(new Error('the store sent more than was asked for'));
      else if (!stream.push(chunk)) answer.pause();
    });
    answer.once('error', () => {});
    answer.once('close', () => void resume());
    answer.pause();
  };
  const resume = async () => {
    clearTimeout(silence);
    if (stream.destroyed) return;
    if (at > end) return void stream.push(null);
    try {
      if (++tears > TEARS_MAX) throw new Error('the answer of the store is torn again and again');
      const next = await ask(at);
      if (stream.destroyed) return void next.destroy();
      follow(next);
      answer.resume();
    } catch (error) {
      stream.destroy(storeUnreachable(error));
    }
  };
  follow(answer);
  return stream;
}

/** Size of a part of a multipart upload. Smaller files are sent in one request. The API's minimum is 5 MiB; memory holds each part. */
const PART_BYTES = 8 * 1024 * 1024;

interface PartedUploads {
  /** Sends `size` bytes; the object appears when it is complete. `readPart` gives the part that begins at a byte. */
  send(key: string, size: number, readPart: (at: number) => Promise<Buffer>): Promise<void>;
  /** See `Objects.endUploads`. */
  endOlder(prefix: string, before: number): Promise<number>;
}

function createPartedUploads(
  transport: Transport,
  root: string,
  stat: (key: string) => Promise<StoredBlob | null>,
): PartedUploads {
  async function begin(key: string): Promise<string> {
    const query = { uploads: '' };
    const begun = await transport.text({ operation: 'put', method: 'POST', key, query, accept: [200] });
    const uploadId = field(begun.text, 'UploadId');
    if (uploadId === null) throw storeUnreachable(new Error('no upload id'));
    return uploadId;
  }

  /** Sends one part; answers its line in the list that completes the upload. */
  async function sendPart(key: string, uploadId: string, partNumber: number, body: Buffer): Promise<string> {
    const query = { partNumber: String(partNumber), uploadId };
    const sent = await transport.text({ operation: 'put', method: 'PUT', key, query, body, accept: [200] });
    return `<Part><PartNumber>${partNumber}</PartNumber><ETag>${sent.headers.etag}</ETag></Part>`;
  }

  async function complete(key: string, uploadId: string, parts: string[], size: number): Promise<void> {
    const completed = await transport.text({
      operation: 'put',
      method: 'POST',
      key,
      query: { uploadId },
      body: Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`),
      accept: [200, 404],
    });
    // 404: an answer was lost, and this was the second try. 200 may carry an error: its status was sent too early.
    const isDone = completed.status === 200 && !completed.text.includes('<Error>');
    if (!isDone && (await stat(key))?.size !== size) throw storeUnreachable(new Error(completed.text));
  }

  const end = (key: string, uploadId: string) =>
    transport.text({
      operation: 'delete',
      method: 'DELETE',
      key,
      query: { uploadId },
      accept: [200, 204, 404],
    });

  return {
    async send(key, size, readPart) {
      const uploadId = await begin(key);
      try {
        const parts: string[] = [];
        for (let at = 0; at < size; at += PART_BYTES)
          parts.push(await sendPart(key, uploadId, parts.length + 1, await readPart(at)));
        await complete(key, uploadId, parts, size);
      } catch (error) {
        await end(key, uploadId).catch(() => {});
        throw error;
      }
    },
    async endOlder(prefix, before) {
      const text = await askForList(transport, { uploads: '', prefix: root + prefix });
      let ended = 0;
      for (const upload of blocks(text, 'Upload')) {
        if (Date.parse(field(upload, 'Initiated') ?? '') > before) continue;
        await end((field(upload, 'Key') ?? '').slice(root.length), field(upload, 'UploadId') ?? '');
        ended++;
      }
      return ended;
    },
  };
}

export interface Objects {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** In parts if it is large; it appears when it is complete. */
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
  place: Pick<S3Place, 'bucket' | 'prefix' | 'endpoint'>,
): Objects {
  const { bucket, prefix: root } = place;
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
      const accept = [200, 404, ...REFUSALS];
      const asked = await transport.text({ operation: 'get', method: 'GET', key, accept });
      refuseWrongSettings(asked.status, asked.text, place);
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
