// The resumable path of an upload: "Resumable Uploads for HTTP" (draft-ietf-httpbis-resumable-upload-12), so that a
// standard client can send the bytes. Create with `POST /api/uploads` and the headers below, append with PATCH, ask
// with HEAD, cancel with DELETE; then `POST /api/uploads/{uploadKey}` publishes what has come, with its words. It needs
// the session; the multipart POST beside it does not.

/** Larger files are sent this way; smaller ones are sent again faster than they are resumed. */
export const RESUMABLE_MIN_BYTES = 5 * 1024 * 1024;

/** Collection and, with `/{uploadKey}`, one transfer. */
export const TRANSFERS_PATH = '/api/uploads';
/** Media type of a PATCH body. */
export const PIECE_TYPE = 'application/partial-upload';
/** The same in tus 1.0: pages that were open when the server changed send it. */
export const TUS_PIECE_TYPE = 'application/offset+octet-stream';

/** Bytes the server has: on every answer about a transfer, and on every PATCH as the place it continues. */
export const OFFSET_HEADER = 'Upload-Offset';
/** Bytes of the whole file. */
export const LENGTH_HEADER = 'Upload-Length';
/** `?1`: the body ends the file, or in an answer: all of it is here. `?0`: more is to come. */
export const COMPLETE_HEADER = 'Upload-Complete';
/** What the server allows: bytes of a file, and seconds until an unfinished one is removed. */
export const LIMIT_HEADER = 'Upload-Limit';
/** Ours, at the creation: the ticket, and the `uploadKey`; the server makes a key when there is none. */
export const TICKET_HEADER = 'Cap-Token';
export const KEY_HEADER = 'Upload-Key';

/** Iterations of the draft that a client may name, and be told of its transfer by an interim answer (104). */
export const INTEROP_HEADER = 'Upload-Draft-Interop-Version';
export const INTEROP_VERSION = '8';

const PROBLEMS = 'https://iana.org/assignments/http-problem-types#';
/** `type` of the answers that the draft has a problem type (RFC 9457) for. */
export const UPLOAD_PROBLEMS = {
  wrong_offset: `${PROBLEMS}mismatching-upload-offset`,
  upload_completed: `${PROBLEMS}completed-upload`,
  upload_length_inconsistent: `${PROBLEMS}inconsistent-upload-length`,
} as const;

/**
 * Creation redeems the capToken, which names the file by its SHA-256. As the JSON body of `POST /api/uploads` it is
 * what the headers say; pages that were open when the server changed send it so.
 */
export interface NewTransfer {
  /** Client-made UUID: names the transfer, and the upload it becomes, within the account. It is published once. */
  uploadKey: string;
  sizeBytes: number;
  capToken: string;
}
