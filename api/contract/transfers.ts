// Resumable uploads: "Resumable Uploads for HTTP" (draft-ietf-httpbis-resumable-upload-12), so that standard clients can
// send the bytes. Create with `POST /api/uploads` and the headers below, append with PATCH, query with HEAD, cancel with
// DELETE. Then `POST /api/uploads/{uploadKey}` publishes the file with its details. This needs the session; the multipart
// POST of `/upload.php` does not.

/** Larger files are sent this way. Smaller ones are quicker to send again than to resume. */
export const RESUMABLE_MIN_BYTES = 5 * 1024 * 1024;

/** The collection; with `/{uploadKey}`, one transfer. */
export const TRANSFERS_PATH = '/api/uploads';
/** Media type of a PATCH body. */
export const PIECE_TYPE = 'application/partial-upload';
/** The same in tus 1.0, for pages loaded from an older server. */
export const TUS_PIECE_TYPE = 'application/offset+octet-stream';

/** Bytes the server has, on every answer; on a PATCH, where its body starts. */
export const OFFSET_HEADER = 'Upload-Offset';
/** Bytes of the whole file. */
export const LENGTH_HEADER = 'Upload-Length';
/** `?1`: the body ends the file, or (in an answer) the file is complete. `?0`: more follows. */
export const COMPLETE_HEADER = 'Upload-Complete';
/** Largest file in bytes, and seconds until an unfinished transfer is removed. */
export const LIMIT_HEADER = 'Upload-Limit';
/** Our own, on creation: the ticket and the `uploadKey`. Without a key the server generates one. */
export const TICKET_HEADER = 'Cap-Token';
export const KEY_HEADER = 'Upload-Key';

/** A client that names this iteration of the draft gets an interim answer (104) with the location of its transfer. */
export const INTEROP_HEADER = 'Upload-Draft-Interop-Version';
export const INTEROP_VERSION = '8';

const PROBLEMS = 'https://iana.org/assignments/http-problem-types#';
/** Problem types (RFC 9457) of the draft. */
export const UPLOAD_PROBLEMS = {
  wrong_offset: `${PROBLEMS}mismatching-upload-offset`,
  upload_completed: `${PROBLEMS}completed-upload`,
  upload_length_inconsistent: `${PROBLEMS}inconsistent-upload-length`,
} as const;

/** Creation redeems the capToken, which names the file by its SHA-256. Older pages send it as JSON instead of headers. */
export interface NewTransfer {
  /** A client's UUID: names the transfer, and the resulting upload, within the account. It is published once. */
  uploadKey: string;
  sizeBytes: number;
  capToken: string;
}
