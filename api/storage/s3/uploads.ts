// Uploads in parts: a large file is sent piece by piece and becomes an object when all are there.
import type { StoredBlob } from '../blobs.ts';
import { blocks, field } from './answers.ts';
import { askForList } from './listing.ts';
import { storeUnreachable, type Transport } from './transport.ts';

/** A part; smaller files are sent at once. The API takes 5 MiB or more, and this much is held in memory for each. */
export const PART_BYTES = 8 * 1024 * 1024;

export interface PartedUploads {
  /** Sends `size` bytes; nobody sees the object before it is whole. `readPart` gives the part that begins at a byte. */
  send(key: string, size: number, readPart: (at: number) => Promise<Buffer>): Promise<void>;
  /** See `Objects.endUploads`. */
  endOlder(prefix: string, before: number): Promise<number>;
}

export function createPartedUploads(
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
