// The resumable path of an upload, after the manner of tus 1.0: create, append at an offset, ask for the offset,
// publish. It needs the session; the multipart POST beside it does not.
import type { UPLOAD_FIELDS } from './uploads.ts';

export type { TransferState } from './views/transfers.ts';

/** Larger files are sent this way; smaller ones are sent again faster than they are resumed. */
export const RESUMABLE_MIN_BYTES = 5 * 1024 * 1024;

/** Collection and, with `/{uploadKey}`, one transfer. */
export const TRANSFERS_PATH = '/api/uploads';
/** Media type of a PATCH body (tus 1.0). */
export const TRANSFER_CHUNK_TYPE = 'application/offset+octet-stream';
/** Bytes the server has: on every answer about a transfer, and on every PATCH as the place it continues. */
export const OFFSET_HEADER = 'Upload-Offset';

/** Body of `POST /api/uploads`. Creation redeems the capToken, which names the file by its SHA-256. */
export interface NewTransfer {
  /** Client-made UUID: names the transfer, and the upload it becomes, within the account. It is published once. */
  uploadKey: string;
  sizeBytes: number;
  capToken: string;
}

/** Body of `POST /api/uploads/{uploadKey}`: the multipart form's text fields, and the file's name. */
export type TransferFields = Record<
  Exclude<(typeof UPLOAD_FIELDS)[number], 'capToken' | 'uploadKey'>,
  string
> & {
  originalName: string;
};
