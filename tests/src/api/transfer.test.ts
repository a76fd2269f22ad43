// The client of the resumable upload, when the server has deleted the partial upload.
import { expect, it } from 'vitest';
import type { UploadField } from '../../../api/contract/uploadForm.ts';
import { sendTransfer } from '../../../src/api/transfer.ts';
import { UploadError } from '../../../src/api/upload.ts';
import type { Wire, WireAnswer } from '../../../src/api/wire.ts';

const PIECE = 2 * 1024 * 1024;
const SIZE = 2 * PIECE;
const fields = { uploadKey: 'key' } as Record<UploadField, string>;

const answer = (status: number, json: object): WireAnswer => ({
  status,
  text: JSON.stringify(json),
  header: () => null,
});
const gone = answer(404, { success: false, error: 'Upload not found', code: 'not_found' });

/** A server that deletes the partial upload after the first chunk, `removals` times. */
function forgetful(removals: number) {
  const asked: string[] = [];
  let left = removals;
  let offset: number | null = null;
  const state = () =>
    answer(200, {
      success: true,
      data: { uploadKey: 'key', sizeBytes: SIZE, offset, expiresAt: '2026-12-01T00:00:00Z' },
    });
  const wire: Wire = async ({ method, url, body }) => {
    asked.push(`${method} ${url}`);
    if (method === 'POST' && url === '/api/uploads') offset = 0;
    else if (method === 'POST') return answer(200, { success: true, data: { uploadId: 'u1' } });
    else if (offset === null) return gone;
    else if (method === 'PATCH' && offset > 0 && left > 0) {
      left--;
      offset = null;
      return gone;
    } else if (method === 'PATCH') offset += (body as Blob).size;
    return state();
  };
  return { wire, asked };
}

const send = (wire: Wire) =>
  sendTransfer(
    { file: new Blob([new Uint8Array(SIZE)]), fileName: 'x.wav', fields, ticket: async () => 'ticket' },
    () => {},
    new AbortController().signal,
    { wire },
  );

it('restarts when the server has deleted an unfinished upload to make room', async () => {
  const { wire, asked } = forgetful(1);
  expect(await send(wire)).toMatchObject({ data: { uploadId: 'u1' } });
  expect(asked.filter((call) => call === 'POST /api/uploads')).toHaveLength(2);
});

it('gives up when the server deletes it again', async () => {
  const { wire } = forgetful(2);
  await expect(send(wire)).rejects.toMatchObject({ constructor: UploadError, code: 'not_found' });
});
